import { useState } from "react";
import { useTranslation } from "react-i18next";
import { lookOf } from "../files/format";
import type { FileDetails } from "../files/queries";
import { addTexts } from "../i18n";
import { shares as en } from "../i18n/en/shares";
import { shares as zh } from "../i18n/zh/shares";
import { Button } from "../ui/Button";
import { CheckField, SelectField, TextField } from "../ui/Fields";
import { Modal } from "../ui/Modal";
import { Failed, Loading } from "../ui/States";
import { createShare, type NewShare, useShareChange, useShares } from "./queries";
import { ShareRow } from "./ShareRow";

addTexts({ en, zh });

const DAYS = [1, 7, 30, 90, 366];

/** The links of a file: make one, copy it, revoke it, and see what students handed in. */
export default function ShareDialog({ file, onClose }: { file: FileDetails; onClose: () => void }) {
  const { t } = useTranslation();
  const links = useShares(file.id);
  return (
    <Modal title={t("share.title")} about={t("share.about")} isWide onClose={onClose}>
      <ShareForm file={file} />
      <h3 className="mt-6 mb-2 text-sm font-semibold">{t("share.links")}</h3>
      {links.isPending && <Loading />}
      {links.isError && <Failed text={links.error.message} retry={() => void links.refetch()} />}
      {links.data?.items.length === 0 && <p className="text-sm text-soft">{t("share.none")}</p>}
      <ul className="space-y-3">
        {links.data?.items.map((each) => (
          <ShareRow key={each.id} share={each} fileId={file.id} />
        ))}
      </ul>
    </Modal>
  );
}

function ShareForm({ file }: { file: FileDetails }) {
  const { t } = useTranslation();
  const isQuiz = lookOf(file.name) === "quiz";
  const [days, setDays] = useState(30);
  const [isLatest, setLatest] = useState(false);
  const [canDownload, setDownload] = useState(false);
  const [terms, setTerms] = useState<QuizForm>({ asksFor: "name", attempts: 1, closesAt: "", showsAnswers: false });
  const made = useShareChange(file.id, createShare);
  const create = () => {
    const asked = { artifactId: file.id, days };
    if (!isQuiz) made.mutate({ ...asked, followsLatest: isLatest, canDownload });
    else made.mutate({ ...asked, followsLatest: false, canDownload: false, quiz: quizTerms(terms) });
  };
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        create();
      }}
    >
      <SelectField label={t("share.days")} value={days} onChange={(event) => setDays(Number(event.target.value))}>
        {DAYS.map((each) => (
          <option key={each} value={each}>
            {t("share.day", { count: each })}
          </option>
        ))}
      </SelectField>
      {isQuiz ? (
        <QuizFields terms={terms} onChange={setTerms} />
      ) : (
        <>
          <CheckField
            label={t("share.latest")}
            about={t("share.latest.about")}
            checked={isLatest}
            onChange={setLatest}
          />
          <CheckField
            label={t("share.download")}
            about={t("share.download.about")}
            checked={canDownload}
            onChange={setDownload}
          />
        </>
      )}
      {made.isError && (
        <p role="alert" className="text-sm text-warn">
          {made.error.message}
        </p>
      )}
      <Button look="solid" type="submit" disabled={made.isPending}>
        {t("share.create")}
      </Button>
    </form>
  );
}

interface QuizForm {
  asksFor: "name" | "number" | "both";
  attempts: number;
  closesAt: string;
  showsAnswers: boolean;
}

/** What the service is told: a deadline is a moment, not a time on a clock somewhere. */
function quizTerms(form: QuizForm): NonNullable<NewShare["quiz"]> {
  return { ...form, closesAt: form.closesAt ? new Date(form.closesAt).toISOString() : null };
}

function QuizFields({ terms, onChange }: { terms: QuizForm; onChange: (terms: QuizForm) => void }) {
  const { t } = useTranslation();
  const change = (part: Partial<QuizForm>) => onChange({ ...terms, ...part });
  return (
    <>
      <p className="text-sm text-soft">{t("share.quiz.about")}</p>
      <SelectField
        label={t("share.quiz.ask")}
        value={terms.asksFor}
        onChange={(event) => change({ asksFor: event.target.value as QuizForm["asksFor"] })}
      >
        <option value="name">{t("share.quiz.name")}</option>
        <option value="number">{t("share.quiz.number")}</option>
        <option value="both">{t("share.quiz.both")}</option>
      </SelectField>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={t("share.quiz.attempts")}
          type="number"
          min={1}
          max={20}
          value={terms.attempts}
          onChange={(event) => change({ attempts: Number(event.target.value) || 1 })}
        />
        <TextField
          label={t("share.quiz.closes")}
          type="datetime-local"
          value={terms.closesAt}
          onChange={(event) => change({ closesAt: event.target.value })}
        />
      </div>
      <CheckField
        label={t("share.quiz.answers")}
        checked={terms.showsAnswers}
        onChange={(showsAnswers) => change({ showsAnswers })}
      />
    </>
  );
}
