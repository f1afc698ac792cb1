import { useState } from "react";
import { useTranslation } from "react-i18next";
import { dateText } from "../files/format";
import { CopyButton } from "../talk/CopyButton";
import { Button } from "../ui/Button";
import { StatusBadge } from "../ui/StatusBadge";
import { revokeShare, type Share, useShareChange } from "./queries";
import { ShareResults } from "./ShareResults";

/** One link: its address, whether it works, and what students handed in. */
export function ShareRow({ share, fileId }: { share: Share; fileId: string }) {
  const { t, i18n } = useTranslation();
  const [isShown, setShown] = useState(false);
  const revoked = useShareChange(fileId, revokeShare);
  const until = dateText(share.revokedAt ?? share.expiresAt, i18n.language);
  const state = share.isOpen ? "open" : share.revokedAt ? "revoked" : "expired";
  return (
    <li className="rounded-xl border border-line p-3">
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge tone={share.isOpen ? "good" : "plain"}>{t(`share.state.${state}`, { until })}</StatusBadge>
        {share.followsLatest && <StatusBadge>{t("share.latest")}</StatusBadge>}
        <span className="ml-auto flex items-center gap-1">
          {share.quiz && (
            <Button look="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
              {t("share.results", { count: share.submissions })}
            </Button>
          )}
          {share.isOpen && (
            <Button look="quiet" disabled={revoked.isPending} onClick={() => revoked.mutate(share.id)}>
              {t("share.revoke")}
            </Button>
          )}
        </span>
      </div>
      {share.isOpen && (
        <div className="mt-2 flex items-center gap-1">
          <input
            readOnly
            value={share.url}
            aria-label={t("share.link")}
            onFocus={(event) => event.target.select()}
            className="h-9 min-w-0 flex-1 rounded-lg border border-line bg-paper px-2.5 font-mono text-xs"
          />
          <CopyButton text={share.url} />
        </div>
      )}
      {share.isOpen && share.isLocal && <p className="mt-1.5 text-xs text-soft">{t("share.local")}</p>}
      {isShown && <ShareResults share={share} />}
    </li>
  );
}
