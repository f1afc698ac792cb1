import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { lookOf } from "../files/format";
import type { FileDetails, FileItem } from "../files/queries";
import { Button } from "../ui/Button";
import { Failed, Loading } from "../ui/States";
import TextDiff from "../ui/TextDiff";
import { FrameView } from "./FrameView";
import { PageComparison } from "./PageComparison";
import { useRestore } from "./useRestore";

interface ComparisonProps {
  file: FileDetails;
  other: FileItem;
  onClose: () => void;
}

/** Two versions of a file side by side, the older one on the left: as they look, and as texts. */
export default function Comparison({ file, other, onClose }: ComparisonProps) {
  const { t } = useTranslation();
  const [older, newer] = other.version < file.version ? [other, file] : [file, other];
  const restore = useRestore(older, onClose);
  const look = lookOf(file.name);
  const canLook = look === "pages" || look === "page";
  const [isLooking, setLooking] = useState(canLook);
  const query = useQuery({
    queryKey: ["comparison", older.id, newer.id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => {
      const params = { path: { artifact_id: older.id, other_id: newer.id } };
      return dataOf(api.GET("/api/artifacts/{artifact_id}/compare/{other_id}", { params }));
    },
  });
  return (
    <section aria-label={t("view.compare.title")} className="flex h-full flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line bg-well px-5 py-2 text-sm">
        <span className="mr-auto">
          {t("view.compare.of", { older: older.version, newer: newer.version })}
          {query.data?.left.text === query.data?.right.text && query.data && ` ${t("view.compare.same")}`}
        </span>
        {canLook && (
          <Button look="quiet" onClick={() => setLooking(!isLooking)}>
            {t(isLooking ? "view.compare.text" : "view.compare.look")}
          </Button>
        )}
        <Button disabled={restore.isPending} onClick={() => restore.mutate()}>
          {t("view.restore.version", { number: older.version })}
        </Button>
        <Button look="solid" onClick={onClose}>
          {t("view.compare.close")}
        </Button>
      </div>
      <section
        tabIndex={0}
        aria-label={t(isLooking ? "view.compare.look" : "view.compare.text")}
        className="min-h-0 flex-1 overflow-auto"
      >
        {isLooking && look === "pages" && <PageComparison older={older} newer={newer} />}
        {isLooking && look === "page" && (
          <div className="grid h-full grid-cols-2">
            <FrameView file={older} />
            <FrameView file={newer} />
          </div>
        )}
        {!isLooking && query.isPending && <Loading />}
        {!isLooking && query.isError && <Failed text={t("view.failed")} retry={() => void query.refetch()} />}
        {!isLooking && query.data && (
          <TextDiff
            left={query.data.left.text}
            right={query.data.right.text}
            labels={[t("view.version", { number: older.version }), t("view.version", { number: newer.version })]}
          />
        )}
      </section>
    </section>
  );
}
