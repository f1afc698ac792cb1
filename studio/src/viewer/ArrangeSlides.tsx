import { ArrowLeft, ArrowRight, Copy, Trash2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { type FileDetails, useDeck } from "../files/queries";
import { Button, IconButton } from "../ui/Button";
import { Failed, Loading } from "../ui/States";
import { type ArrangedSlide, arrangedSlides, copySlide, moveSlide, orderOf, removeSlide } from "./arrangement";
import { useEdit } from "./useEdit";

/** All slides of a deck, to be put in another order, copied and deleted. Saving makes one new version. */
export default function ArrangeSlides({ file, onClose }: { file: FileDetails; onClose: () => void }) {
  const { t } = useTranslation();
  const query = useDeck(file.id);
  const [changed, setChanged] = useState<ArrangedSlide[]>();
  const save = useEdit(file, (slides: number[]) => {
    const params = { path: { artifact_id: file.id } };
    return dataOf(api.PUT("/api/artifacts/{artifact_id}/slides", { params, body: { slides } }));
  });
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("view.failed")} retry={() => void query.refetch()} />;
  const original = arrangedSlides(query.data.slides);
  const slides = changed ?? original;
  const isChanged = orderOf(slides).join() !== orderOf(original).join();
  return (
    <section aria-label={t("view.arrange")} className="flex h-full flex-col">
      <p className="border-b border-line bg-well px-5 py-2 text-sm">{t("view.arrange.about")}</p>
      <SlideGrid file={file} slides={slides} onChange={setChanged} />
      <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line p-2">
        {save.isPending && (
          <span role="status" className="breathe mr-auto px-2 text-sm text-soft">
            {t("view.saving")}
          </span>
        )}
        <Button look="quiet" disabled={save.isPending} onClick={onClose}>
          {t("talk.cancel")}
        </Button>
        <Button look="solid" disabled={!isChanged || save.isPending} onClick={() => save.mutate(orderOf(slides))}>
          {t("view.source.save")}
        </Button>
      </div>
    </section>
  );
}

interface SlideGridProps {
  file: FileDetails;
  slides: ArrangedSlide[];
  onChange: (slides: ArrangedSlide[]) => void;
}

function SlideGrid({ file, slides, onChange }: SlideGridProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number>();
  const [target, setTarget] = useState<number>();
  useEffect(() => list.current?.querySelector("li")?.focus(), []);
  const focus = (key: number | undefined) =>
    window.setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-slide="${key}"]`)?.focus());
  const move = (from: number, to: number) => {
    onChange(moveSlide(slides, from, to));
    focus(slides[from]?.key);
  };
  const remove = (index: number) => {
    onChange(removeSlide(slides, index));
    focus((slides[index + 1] ?? slides[index - 1])?.key);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (event.altKey && step) {
      event.preventDefault();
      move(index, index + step);
    } else if (event.key === "Delete") {
      event.preventDefault();
      remove(index);
    }
  };
  const drop = () => {
    if (dragged !== undefined && target !== undefined) move(dragged, dragged < target ? target - 1 : target);
    setDragged(undefined);
    setTarget(undefined);
  };
  return (
    <ol
      ref={list}
      aria-label={t("view.arrange")}
      className="grid min-h-0 flex-1 grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] content-start gap-4 overflow-y-auto p-5 max-wide:grid-cols-2 max-wide:gap-3 max-wide:p-3"
    >
      {slides.map((slide, index) => (
        <li
          key={slide.key}
          data-slide={slide.key}
          tabIndex={0}
          draggable={!slide.isTitle}
          aria-label={t("view.arrange.slide", { number: index + 1, title: slide.title })}
          onKeyDown={(event) => event.target === event.currentTarget && onKeyDown(event, index)}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = "move";
            setDragged(index);
          }}
          onDragOver={(event) => {
            event.preventDefault();
            const { left, width } = event.currentTarget.getBoundingClientRect();
            setTarget(event.clientX < left + width / 2 ? index : index + 1);
          }}
          onDrop={(event) => {
            event.preventDefault();
            drop();
          }}
          onDragEnd={() => {
            setDragged(undefined);
            setTarget(undefined);
          }}
          className={`min-w-0 rounded-lg border-l-2 pl-1 ${target === index ? "border-accent" : "border-transparent"} ${dragged === index ? "opacity-40" : ""} ${slide.isTitle ? "" : "cursor-grab"}`}
        >
          <img
            src={`/api/artifacts/${file.id}/pages/${slide.number}`}
            alt=""
            draggable={false}
            loading="lazy"
            className="aspect-video w-full rounded-md bg-well object-cover shadow-sm"
          />
          <p className="mt-1 truncate text-xs">
            <span className="text-soft tabular-nums">{index + 1}</span> {slide.title}
          </p>
          {!slide.isTitle && (
            <SlideActions
              slide={slide}
              isOnly={slides.filter((each) => !each.isTitle).length < 2}
              onMove={(step) => move(index, index + step)}
              onCopy={() => onChange(copySlide(slides, index))}
              onRemove={() => remove(index)}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

interface SlideActionsProps {
  slide: ArrangedSlide;
  isOnly: boolean;
  onMove: (step: number) => void;
  onCopy: () => void;
  onRemove: () => void;
}

function SlideActions({ slide, isOnly, onMove, onCopy, onRemove }: SlideActionsProps) {
  const { t } = useTranslation();
  const named = (label: string) => `${label}: ${slide.title}`;
  return (
    <div className="-ml-1.5 flex">
      <IconButton label={named(t("view.arrange.earlier"))} className="!size-8" onClick={() => onMove(-1)}>
        <ArrowLeft size={14} aria-hidden />
      </IconButton>
      <IconButton label={named(t("view.arrange.later"))} className="!size-8" onClick={() => onMove(1)}>
        <ArrowRight size={14} aria-hidden />
      </IconButton>
      <IconButton label={named(t("view.arrange.copy"))} className="!size-8" disabled={!slide.canCopy} onClick={onCopy}>
        <Copy size={14} aria-hidden />
      </IconButton>
      <IconButton label={named(t("view.arrange.delete"))} className="!size-8" disabled={isOnly} onClick={onRemove}>
        <Trash2 size={14} aria-hidden />
      </IconButton>
    </div>
  );
}
