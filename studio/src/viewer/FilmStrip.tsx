import { type RefObject, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

interface FilmStripProps {
  count: number;
  address: (page: number) => string;
  /** The element in which the slides are scrolled; each slide has its number. */
  scroller: RefObject<HTMLElement | null>;
  onChoose: (page: number) => void;
}

/** The slides of a deck as small pictures beside it; the one that is looked at is marked. */
export function FilmStrip({ count, address, scroller, onChoose }: FilmStripProps) {
  const { t } = useTranslation();
  const shown = useShownPage(scroller);
  return (
    <nav
      aria-label={t("view.slides")}
      className="w-36 shrink-0 overflow-y-auto border-r border-line p-3 @max-2xl:hidden"
    >
      <ol className="space-y-2">
        {Array.from({ length: count }, (_, index) => index + 1).map((page) => (
          <li key={page}>
            <button
              type="button"
              aria-label={t("view.slide.goto", { number: page })}
              aria-current={page === shown || undefined}
              onClick={() => onChoose(page)}
              className="group flex w-full items-start gap-1.5 text-left"
            >
              <span
                aria-hidden
                className="w-4 pt-0.5 text-right text-[0.7rem] text-soft tabular-nums group-aria-[current]:font-semibold group-aria-[current]:text-accent"
              >
                {page}
              </span>
              <img
                src={address(page)}
                alt=""
                loading="lazy"
                className="aspect-video min-w-0 flex-1 rounded-md border border-line bg-well object-contain group-hover:border-accent group-aria-[current]:border-accent group-aria-[current]:outline-2 group-aria-[current]:outline-accent"
              />
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The number of the page that is nearest to the top of what is seen. */
function useShownPage(scroller: RefObject<HTMLElement | null>): number {
  const [shown, setShown] = useState(1);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      const middle = element.getBoundingClientRect().top + element.clientHeight / 3;
      const pages = [...element.querySelectorAll<HTMLElement>("[data-page]")];
      const found = pages.findLast((each) => each.getBoundingClientRect().top <= middle);
      setShown(Number(found?.dataset.page ?? 1));
    };
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, [scroller]);
  return shown;
}
