import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useTypedAhead } from "../palette/typedAhead";
import { useModelRequest } from "../start/modelRequest";
import { Loading } from "../ui/States";
import { areaOf } from "./areas";
import { ConnectionBar } from "./ConnectionBar";
import { ErrorBoundary } from "./ErrorBoundary";
import { beginConversation } from "./MakeArea";
import { usePlace } from "./place";
import { TopBar } from "./TopBar";
import { useTitle } from "./title";
import { useMissedDrops } from "./useMissedDrops";

const loadPalette = () => import("../palette/Palette");
const Palette = lazy(loadPalette);
const ModelForm = lazy(() => import("../start/ModelForm"));

/** The frame of every area: the top bar with the navigation, and the palette. */
export function App() {
  const { t } = useTranslation();
  const area = areaOf(usePlace().area);
  const [isSearching, setSearching] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const leaveSearch = useCallback(() => {
    setSearching(false);
    setOpen(false);
  }, []);
  const typedAhead = useTypedAhead(isSearching && !isOpen, leaveSearch);
  const [isChoosing, setChoosing] = useState(false);
  useMissedDrops();
  useTitle("area", t(area.title));
  useModelRequest(useCallback(() => setChoosing(true), []));
  const chosen = useCallback(() => setChoosing(false), []);
  // Soon after the first load, so that it opens at once.
  useEffect(() => {
    const timer = window.setTimeout(() => void loadPalette().catch(() => undefined), 2_000);
    return () => window.clearTimeout(timer);
  }, []);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setSearching(true);
    };
    window.addEventListener("keydown", open);
    return () => window.removeEventListener("keydown", open);
  }, []);

  return (
    <div className="flex h-full flex-col">
      <a href="#view" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-sheet focus:p-3">
        {t("app.skip")}
      </a>
      <TopBar area={area} onNew={beginConversation} onSearch={() => setSearching(true)} />
      <ConnectionBar />
      {isSearching && (
        <Suspense>
          <Palette onNew={beginConversation} onClose={leaveSearch} onOpen={() => setOpen(true)} typed={typedAhead} />
        </Suspense>
      )}
      {isChoosing && (
        <Suspense>
          <ModelForm onClose={chosen} />
        </Suspense>
      )}
      <ErrorBoundary key={area.id ?? ""}>
        <Suspense
          fallback={
            <main className="flex-1">
              <Loading />
            </main>
          }
        >
          <area.Component />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
