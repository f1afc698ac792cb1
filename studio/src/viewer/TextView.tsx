import { useTranslation } from "react-i18next";
import { type FileDetails, useFileText } from "../files/queries";
import { Markdown } from "../talk/Markdown";
import { Failed, Loading } from "../ui/States";

const MAX_CHARACTERS = 200_000;

export function TextView({ file }: { file: FileDetails }) {
  const { t } = useTranslation();
  const query = useFileText(file.url);
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("view.failed")} retry={() => void query.refetch()} />;
  const text = query.data.slice(0, MAX_CHARACTERS);
  return (
    <section tabIndex={0} aria-label={file.title || file.name} className="h-full overflow-y-auto px-6 py-8">
      <div className="mx-auto max-w-2xl">
        {file.name.toLowerCase().endsWith(".md") ? (
          <Markdown text={text} />
        ) : (
          <pre className="font-mono text-sm break-words whitespace-pre-wrap">{text}</pre>
        )}
      </div>
    </section>
  );
}
