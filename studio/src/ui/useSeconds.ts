import { useEffect, useState } from "react";
import { serviceTime } from "../api/connection";

/** The whole seconds since a moment of the service, again each second while `isRunning`. */
export function useSeconds(since: number | undefined, isRunning: boolean): number {
  const [begun] = useState(() => serviceTime());
  const [now, setNow] = useState(begun);
  useEffect(() => {
    if (!isRunning) return;
    const timer = window.setInterval(() => setNow(serviceTime()), 1_000);
    return () => window.clearInterval(timer);
  }, [isRunning]);
  return Math.max(0, Math.floor((now - (since ?? begun)) / 1_000));
}
