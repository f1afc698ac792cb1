import { useQuery } from "@tanstack/react-query";
import { Megaphone } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf, type Schemas } from "../api/client";
import { go } from "../app/place";
import { Button } from "../ui/Button";
import { CheckField } from "../ui/Fields";
import { Empty, Failed, Loading } from "../ui/States";
import { useProjectChange } from "./queries";
import type { SectionProps } from "./sections";

type Channel = Schemas["ChannelItem"];

/** Where the content is published: one block per channel is written and checked against the limits there. */
export function ChannelsSection({ project }: SectionProps) {
  const { t } = useTranslation();
  const params = { path: { project_id: project } };
  const query = useQuery({
    queryKey: ["project", project, "channels"],
    queryFn: () => dataOf(api.GET("/api/projects/{project_id}/channels", { params })),
  });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const write = useProjectChange(
    project,
    (channels: string[]) => dataOf(api.POST("/api/projects/{project_id}/channels", { params, body: { channels } })),
    () => go({ part: "run" }),
  );
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("projects.channels.failed")} retry={() => void query.refetch()} />;
  const { items } = query.data;
  if (!items.length)
    return <Empty icon={Megaphone} title={t("projects.channels.none")} about={t("projects.channels.about")} />;
  return (
    <form
      className="h-full overflow-y-auto"
      onSubmit={(event) => {
        event.preventDefault();
        write.mutate([...chosen]);
      }}
    >
      <div className="mx-auto max-w-3xl px-6 py-6 max-wide:px-4">
        <div className="mb-4 flex flex-wrap items-center gap-2">
          <div className="mr-auto">
            <h2 className="font-serif text-2xl">{t("projects.section.channels")}</h2>
            <p className="text-sm text-soft">{t("projects.channels.about")}</p>
          </div>
          <Button type="submit" look="solid" disabled={!chosen.length || write.isPending}>
            {t("projects.channels.write", { count: chosen.length })}
          </Button>
        </div>
        <ul className="divide-y divide-line rounded-2xl border border-line bg-sheet">
          {items.map((each) => (
            <li key={each.name} className="px-4 py-2">
              <ChannelField
                channel={each}
                isChosen={chosen.includes(each.name)}
                onChange={(isChosen) =>
                  setChosen(isChosen ? [...chosen, each.name] : chosen.filter((name) => name !== each.name))
                }
              />
            </li>
          ))}
        </ul>
      </div>
    </form>
  );
}

interface ChannelFieldProps {
  channel: Channel;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

function ChannelField({ channel, isChosen, onChange }: ChannelFieldProps) {
  const { t } = useTranslation();
  const limits = [
    channel.maxLength ? t("projects.channels.length", { count: channel.maxLength }) : "",
    channel.maxHashtags === null ? "" : t("projects.channels.hashtags", { count: channel.maxHashtags }),
    channel.tone,
  ];
  const about = limits.filter(Boolean).join(" · ");
  return <CheckField label={channel.name} about={about} checked={isChosen} onChange={onChange} />;
}
