import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Schemas } from "../api/client";

export type FeedItem = Schemas["FeedItem"];

const MAX_SHOWN = 200;

export interface Feed {
  /** The changes since the page was opened, newest first. */
  items: readonly FeedItem[];
  isLost: boolean;
  isRemoved: boolean;
}

/**
 * Follow the changes of a project by anybody. What a change concerns is loaded again; a connection that was lost
 * continues after the last change that was seen.
 */
export function useFeed(project: string): Feed {
  const queries = useQueryClient();
  const [feed, setFeed] = useState<Feed>({ items: [], isLost: false, isRemoved: false });
  useEffect(() => {
    const source = new EventSource(`/api/projects/${encodeURIComponent(project)}/feed/stream`);
    const refresh = () => void queries.invalidateQueries({ queryKey: ["project", project] });
    source.addEventListener("ready", () => {
      setFeed((now) => ({ ...now, isLost: false }));
      refresh();
    });
    source.addEventListener("removed", () => {
      source.close();
      setFeed((now) => ({ ...now, isRemoved: true }));
      void queries.invalidateQueries({ queryKey: ["projects"] });
    });
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const item = JSON.parse(data) as FeedItem;
      setFeed((now) => ({ ...now, items: [item, ...now.items].slice(0, MAX_SHOWN) }));
      refresh();
    };
    source.onerror = () => setFeed((now) => ({ ...now, isLost: !now.isRemoved }));
    return () => source.close();
  }, [project, queries]);
  return feed;
}
