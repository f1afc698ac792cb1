SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.answers (
    ask_id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.artifacts (
    id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    conversation_id character varying(64),
    turn_id character varying(64) NOT NULL,
    kind character varying(32) NOT NULL,
    name character varying(255) NOT NULL,
    artifact_version integer NOT NULL,
    made_at character varying(40) NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.asks (
    id character varying(64) NOT NULL,
    turn_id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.attachments (
    conversation_id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    name character varying(255) NOT NULL,
    characters integer NOT NULL,
    text bytea NOT NULL
);
CREATE TABLE public.block_texts (
    block_id character varying(64) NOT NULL,
    block_version integer NOT NULL,
    owner character varying(128) NOT NULL,
    written_at character varying(40) NOT NULL,
    characters integer NOT NULL,
    text bytea NOT NULL
);
CREATE TABLE public.blocks (
    id character varying(64) NOT NULL,
    project_id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    parent_id character varying(64),
    name character varying(80) NOT NULL,
    taken character varying(400),
    "position" integer NOT NULL,
    block_version integer NOT NULL,
    characters integer NOT NULL,
    created_at character varying(40) NOT NULL,
    changed_at character varying(40) NOT NULL,
    removal character varying(64)
);
CREATE TABLE public.conversations (
    id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    title text NOT NULL,
    started_at character varying(40) NOT NULL,
    project_id character varying(64)
);
CREATE TABLE public.journal (
    turn_id character varying(64) NOT NULL,
    number integer NOT NULL,
    first integer NOT NULL,
    kind character varying(32) NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.ledger (
    number bigint NOT NULL,
    turn_id character varying(64) NOT NULL,
    artifact_id character varying(64) NOT NULL,
    body text NOT NULL
);
CREATE SEQUENCE public.ledger_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.ledger_number_seq OWNED BY public.ledger.number;
CREATE TABLE public.messages (
    number bigint NOT NULL,
    id character varying(64) NOT NULL,
    conversation_id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    role character varying(16) NOT NULL,
    text text NOT NULL,
    body text NOT NULL,
    is_replaced boolean DEFAULT false NOT NULL
);
CREATE SEQUENCE public.messages_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.messages_number_seq OWNED BY public.messages.number;
CREATE TABLE public.model_calls (
    number bigint NOT NULL,
    owner character varying(128) NOT NULL,
    at character varying(40) NOT NULL,
    purpose character varying(128) NOT NULL,
    model character varying(200) NOT NULL,
    way character varying(32) NOT NULL,
    prompt_tokens integer NOT NULL,
    completion_tokens integer NOT NULL,
    dollars double precision,
    seconds double precision NOT NULL,
    error character varying(64),
    has_worked boolean NOT NULL,
    source character varying(80) NOT NULL,
    body text NOT NULL
);
CREATE SEQUENCE public.model_calls_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.model_calls_number_seq OWNED BY public.model_calls.number;
CREATE TABLE public.projects (
    id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    name character varying(80) NOT NULL,
    taken character varying(320),
    created_at character varying(40) NOT NULL,
    removed_at character varying(40)
);
CREATE TABLE public.steps (
    key character varying(255) NOT NULL,
    result text,
    lease double precision NOT NULL
);
CREATE TABLE public.summaries (
    conversation_id character varying(64) NOT NULL,
    upto_turn character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    text text NOT NULL
);
CREATE TABLE public.turns (
    id character varying(64) NOT NULL,
    conversation_id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    status character varying(16) NOT NULL,
    tokens integer,
    state bytea,
    is_replaced boolean DEFAULT false NOT NULL,
    message_id character varying(64) DEFAULT ''::character varying NOT NULL
);
ALTER TABLE ONLY public.ledger ALTER COLUMN number SET DEFAULT nextval('public.ledger_number_seq'::regclass);
ALTER TABLE ONLY public.messages ALTER COLUMN number SET DEFAULT nextval('public.messages_number_seq'::regclass);
ALTER TABLE ONLY public.model_calls ALTER COLUMN number SET DEFAULT nextval('public.model_calls_number_seq'::regclass);
INSERT INTO public.alembic_version VALUES ('0004');
INSERT INTO public.answers VALUES ('ask_1', 'ann', '{"version":1,"status":"answered","answers":[{"id":"1","value":"kids","label":null,"note":null,"skipped":false}],"outline_lines":[],"said":null}');
INSERT INTO public.artifacts VALUES ('art_1', 'ann', NULL, 'turn_1', 'note', '雨.txt', 1, '2026-01-02T03:04:05.000006+00:00', '{"id": "art_1", "version": 1, "kind": "note", "name": "\u96e8.txt", "title": "\u96e8", "size": 18, "sha256": "8caf6e45722643fb0b3ae1f2e938de2eb73a328f9e879bf2d8a7ad2df0e2e572", "report": [], "made_at": "2026-01-02T03:04:05.000006Z", "owner": "ann", "turn_id": "turn_1", "digests": {"\u96e8.txt": "8caf6e45722643fb0b3ae1f2e938de2eb73a328f9e879bf2d8a7ad2df0e2e572", "beside.txt": "5bcaffed4d27f7b2dd939334aa6032a0770b552e4059c50e76b5c8e64219af93"}}');
INSERT INTO public.asks VALUES ('ask_1', 'turn_2', 'ann', '{"version":1,"kind":"clarification","title":"For whom?","preface":null,"questions":[{"id":"1","question":"For whom?","options":[{"label":"Kids","value":"kids","description":null}],"recommended":null,"allow_freeform":true,"placeholder":null}],"outline_lines":[],"hint":null,"id":"ask_1","turn_id":"turn_2","owner":"ann"}');
INSERT INTO public.attachments VALUES ('conv_2', 'ann', '讲义.md', 12, '\x789c535678397b0517179078b2bbefd9d6ed4f76743d9bbbf47143131700c5eb0f6c');
INSERT INTO public.block_texts VALUES ('block_1', 1, 'ann', '2026-02-03T04:05:06.000007+00:00', 5, '\x789c4bcb2c2a2e010006570229');
INSERT INTO public.block_texts VALUES ('block_1', 2, 'ann', '2026-02-03T04:05:06.000007+00:00', 6, '\x789c7b397bc593dd7dcfb66e7fb2a3ebd9dca58f1b9a007e7e0cdf');
INSERT INTO public.block_texts VALUES ('block_2', 1, 'ann', '2026-02-03T04:05:06.000007+00:00', 5, '\x789c4b4acdc92f0700061c021a');
INSERT INTO public.block_texts VALUES ('block_3', 1, 'ann', '2026-02-03T04:05:06.000007+00:00', 3, '\x789ccbcf490100028c0140');
INSERT INTO public.blocks VALUES ('block_1', 'proj_1', 'ann', NULL, '第一章', '/第一章', 1, 2, 6, '2026-02-03T04:05:06.000007+00:00', '2026-02-03T04:05:06.000007+00:00', NULL);
INSERT INTO public.blocks VALUES ('block_2', 'proj_1', 'ann', 'block_1', 'Intro', 'block_1/intro', 1, 1, 5, '2026-02-03T04:05:06.000007+00:00', '2026-02-03T04:05:06.000007+00:00', NULL);
INSERT INTO public.blocks VALUES ('block_3', 'proj_1', 'ann', NULL, 'Old', NULL, 2, 1, 3, '2026-02-03T04:05:06.000007+00:00', '2026-02-03T04:05:06.000007+00:00', 'removal_1');
INSERT INTO public.conversations VALUES ('conv_1', 'ann', '做一份笔记', '2026-11-15T15:32:26.618375+00:00', NULL);
INSERT INTO public.conversations VALUES ('conv_2', 'ann', '旧的问题', '2026-11-15T15:32:26.843197+00:00', 'proj_1');
INSERT INTO public.journal VALUES ('turn_1', 1, 1, 'turn_started', '{"version":1,"kind":"turn_started","turn_id":"turn_1","conversation_id":""}');
INSERT INTO public.journal VALUES ('turn_1', 2, 2, 'tool_started', '{"version":1,"kind":"tool_started","call_id":"c1","tool":"make_note"}');
INSERT INTO public.journal VALUES ('turn_1', 6, 6, 'text_ended', '{"version":1,"kind":"text_ended","text_id":"text_1"}');
INSERT INTO public.journal VALUES ('turn_1', 5, 3, 'text_grew', '{"version": 1, "kind": "text_grew", "text_id": "text_1", "text": "Ready.", "ends": {"3": 2, "4": 4, "5": 6}}');
INSERT INTO public.journal VALUES ('turn_1', 7, 7, 'turn_finished', '{"version":1,"kind":"turn_finished","outcome":{"version":1,"kind":"delivered","message":"Ready.","artifacts":[{"id":"art_1","artifact_version":1,"artifact_kind":"note","name":"雨.txt","title":"雨","size":18}]}}');
INSERT INTO public.ledger VALUES (1, 'turn_1', 'art_1', '{"artifact":{"id":"art_1","artifact_version":1,"artifact_kind":"note","name":"雨.txt","title":"雨","size":18},"tool":"make_note","call_id":"c1"}');
INSERT INTO public.messages VALUES (1, 'msg_1', 'conv_1', 'ann', 'user', '做一份笔记', '{"version":1,"artifact_ids":[]}', false);
INSERT INTO public.messages VALUES (2, 'msg_2', 'conv_1', 'ann', 'assistant', 'Ready.', '{"version":1,"artifact_ids":["art_1"]}', false);
INSERT INTO public.messages VALUES (3, 'msg_3', 'conv_1', 'ann', 'user', 'What is rain?', '{"version":1,"artifact_ids":[]}', false);
INSERT INTO public.messages VALUES (4, 'msg_4', 'conv_2', 'ann', 'user', '旧的问题', '{"version":1,"artifact_ids":[]}', true);
INSERT INTO public.messages VALUES (5, 'msg_5', 'conv_2', 'ann', 'assistant', 'Old.', '{"version":1,"artifact_ids":[]}', true);
INSERT INTO public.messages VALUES (6, 'msg_6', 'conv_2', 'ann', 'user', '新的问题', '{"version":1,"artifact_ids":[]}', false);
INSERT INTO public.model_calls VALUES (1, 'local', '2026-11-15T15:32:27.025546+00:00', 'turn', 'openai:gpt', 'ask', 10, 2, 0.5, 1, NULL, true, 'calls.taken.3c024897f2474a9a897973c6a9d8036b.jsonl', '{"messages": [], "reply": "ok", "feedback": null}');
INSERT INTO public.model_calls VALUES (2, 'local', '2026-11-15T15:32:27.025809+00:00', 'turn', 'openai:gpt', 'ask', 0, 0, 0, 0.5, 'model_busy', false, 'calls.taken.3c024897f2474a9a897973c6a9d8036b.jsonl', '{"messages": [], "reply": "", "feedback": null}');
INSERT INTO public.projects VALUES ('proj_1', 'ann', '雨', '雨', '2026-02-03T04:05:06.000007+00:00', NULL);
INSERT INTO public.projects VALUES ('proj_2', 'ann', 'Gone', NULL, '2026-02-03T04:05:06.000007+00:00', '2026-02-03T04:05:06.000007+00:00');
INSERT INTO public.steps VALUES ('turn_1/make_note/1', '{"made": "art_1"}', 1794756806.764892);
INSERT INTO public.summaries VALUES ('conv_1', 'turn_1', 'ann', 'They made a note.');
INSERT INTO public.turns VALUES ('turn_1', 'conv_1', 'ann', 'finished', NULL, '\x789c4d52418e133110fc0af239196df6b0823c83eb4e6459e39e8915c71ed93d9b0ca391e00f9ce0031c10e28884f8cd22e01794ed49b2b7aeae76bbabba27f144211aefc476b312468bade02138b9112bd1789748c5a065a6522653fee42820a19c033a528caa23e0df1f3e3dff78fffcf3d79faf1fff7efb7ee3ca7be0e00746e5248c63725c9aa648368114a8fc6f6b34b9067577d51b2494d3468394ecbd8d62fbb84363afc94a36798ec8285141e3359d7b6a98b44c0569c4c0a6550d838a1cd0a41b91d526a04a76041de5d7a85ae251b65675cb0f815ae308c00dd6620aab8269c702e7d44df10056a0cac43de5cf5d872772119dc8c7a9163d6688756e5a8b83711a718df6b1f72e522de6ddede9751da21fb5726c9ab532afeeab8787e48cb216ca2e2e88a33a90741ef3635c3a1a4ebae9096e661a96a9756b2cad61ad1e73d1191ec8303814dcad848a87bc99a2106891aeba401094e3d8e73d4d104c7d7996e62811fb032dbdb4b77028c5155024ac511704b3f664b51c20c72efcc9f05e0775bada7be95410aea4f1c77c282f0f349997b647d6209d2dbf1ddfdb24b242eab2f224662a478d543edc0b255f76bd2697f6d9d195702a0d20fe7dfe52f139dd0f1bb64b261d8c7907b0793defe6f93f100922fe', false, '');
INSERT INTO public.turns VALUES ('turn_2', 'conv_1', 'ann', 'waiting', NULL, '\x789c6552416ee3300cfc4aa07312b43d14682e8bbdec27ea42202cda1122538644d73582fcbd23cb4db7e84924871c92435dcd3ba7eca398d3e3de78674e46a724f6c9ec4d1ba580a480ed0a95887d041467e1840089c01b3867ea19fe5f713b92a867a0f778ad859fe2a4c8ba1a2fcaa295b058b64d4c80d69e9d772c2df21e8e2f089038ef005a8d3164737a7d0371741cacfa7586ac48a1e450cd1f23b7cace9684325e52df51ab80b22690f40ba2ce2764d99eb143ed9aa9635d6c17a8df3a24eebc301c9942c0148192ef96eade0a1be904d4cce4d54b5f7a4b8f0abbed5cb0d76b63468c909b95b331172f0e7603f63c46c9dc98dbdb77e9fd12665c1c89faf6407ef7747c7e2ec2500858ec4b0433d0852d9466836979f05ad6e67788b9c2508c0e9d0f7c80b26e59933e20814d9320e1616f285fea618a516e8a775b9efac4ecaa9dc7f55257accc63ad2ca3544be385373a1703342af6115e661cd2550f729d39383b61a3b0e1b3d7b34b34df05fe62aa1efe491b87f5abfcff3d8b7e7560763fbeddbf9876f3390e7fccafbd6eb74fe464f971', false, '');
INSERT INTO public.turns VALUES ('turn_3', 'conv_1', 'ann', 'finished', NULL, '\x789c4d52416ee3300cfc4aa07312b4bb4081e6b27fd8cb1eea42202cda11a2508644d73582fcbd23c96df6c6d1901467c89bf9e0947d14737ade1befccc9e89cc4fe367bd347292429685ba9f2629f41c54538e1814480ae9c338d0cfcef4cbaf37997c8cb9f07d3aa81539c157937e34559b4b52c91ed1313a8faebe01d4b8fbca7e32b1e489c7720adc618b239bdbda371741cacfa3a4556a45072a8e6cf897b65674b421930a91fa8575059139a8c2b5e9d4fc8b2234345fb35d3c0bada21d0b8fd9078f0c2003287802902253fac0dde4b37d219ac4196cf67ae9fcb8812bb892ee4dbad331366c85d6dda998b1787b843fb3c45c9dc99fbfba3f46719665a1d89fafe407ef7ebf8f2529ca110a0ecdb0573a50b5b89981fe3f2d56bd1cd1f70b3d2b08c0e830f7c80b56ead499ff0c0a65990f0b437942f75334d21d0269dc6c41054e33cd53ddd2098a75656e66891c60b6fbd5c0c70a8c447a0cc58a36b08669d39383b434ed8f8c5ebd9255a7eecfdeed410aea48fd77a28ff9f6731af1e5d5e3855c71f97f71717572e6fc13ed3d1dcef5f3782f7c5', false, '');
INSERT INTO public.turns VALUES ('turn_4', 'conv_2', 'ann', 'finished', NULL, '\x789c4d524b4e03310cbd4bd65555101b7a090e8050144d3cd3a819a74a3c9d565577dca188251b761c0bd45bf0924c3f3b3fbf67fbd9c9416d292617582d1f66ca59b5543244d64f6aa69ac09934025a172a67f423a8303245240c33504f29998e807f4fdf7f9fefe7d3cff9ebe346d4e23e75a56d0c83407b508e85586adb1ce92692015526b7ce1237d02de6cf4818b6ce82d412824f6af9fa86eec192d7e28a9324909868514dbb0d35425667413619c5b5a6115049229a747b64ad8b50e98eb0499d9a4c4bb2d7ad37dd342152eb980078f01e2ebc89aedd5778ccdd8c0c6015542eada80ce70e257ada3c93b7e4f5d439d718efe1f16e1fea9d64dbb4c5312eb91d1ceb3830f062a64c5a9763563f4093cc749130bec46953ae7a803ddad4b23cab4612d634f5b2c1639f1ccf8112e1e8b622acb6226ff5c0e2fcc48f4e56369af17a8c4ba78af0a64de8cbb3de7fa8b5635bbe491a2996fbdcfeca8bb773753cfe037927dd7a', true, 'msg_4');
INSERT INTO public.turns VALUES ('turn_5', 'conv_2', 'ann', 'finished', NULL, '\x789c4d52db4d033110ecc5df51149040224d5000429675debb58f1ad237b2f9728ca1f3500e29302105581d20563fb92f0b733b38fd9b50f6a4b31b9c06a793353ceaaa59221b2be5333d504cea211c8ba4899d1b790c2c814411866a09e52321d01ffbc7eff7ebc9cdebe4e9fef57a116f7a9d3f720631804b907e55888a5b6cd916e2219486572eb2c7183bcc5fc018461eb2c442d21f8a4964fcfe81e2c792dae38498214132daa69b7a146c8ea9c904d4671ad690452928826dd1eac751159ba236c52a726d392ec75eb4d374d88d43a26001ebc870b6fa26bf7151e7337230354852c975654867387123d6d9ec52b793975e61ae33d3cfedb877a27d9366d718c33b783631d07065ecc9449eb72ccea07684a335d248c2f71da94ab1e608f36b52ccfaa9184354dbd6cf0d827c773a04438baad08abadc85b3db0383fe9a393958d66bc1ce3dca922bc6913faf2acff3fd4dab12ddf248d14cb7dae7fe5d1dbb93a1eff00913edd85', false, 'msg_6');
SELECT pg_catalog.setval('public.ledger_number_seq', 1, true);
SELECT pg_catalog.setval('public.messages_number_seq', 6, true);
SELECT pg_catalog.setval('public.model_calls_number_seq', 2, true);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.answers
    ADD CONSTRAINT answers_pkey PRIMARY KEY (ask_id);
ALTER TABLE ONLY public.artifacts
    ADD CONSTRAINT artifacts_owner_kind_name_artifact_version_key UNIQUE (owner, kind, name, artifact_version);
ALTER TABLE ONLY public.artifacts
    ADD CONSTRAINT artifacts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.asks
    ADD CONSTRAINT asks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_pkey PRIMARY KEY (conversation_id, owner, name);
ALTER TABLE ONLY public.block_texts
    ADD CONSTRAINT block_texts_pkey PRIMARY KEY (block_id, block_version);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_project_id_taken_key UNIQUE (project_id, taken);
ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.journal
    ADD CONSTRAINT journal_pkey PRIMARY KEY (turn_id, number);
ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_turn_id_artifact_id_key UNIQUE (turn_id, artifact_id);
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_id_key UNIQUE (id);
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.model_calls
    ADD CONSTRAINT model_calls_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_owner_taken_key UNIQUE (owner, taken);
ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.steps
    ADD CONSTRAINT steps_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.summaries
    ADD CONSTRAINT summaries_pkey PRIMARY KEY (conversation_id, upto_turn);
ALTER TABLE ONLY public.turns
    ADD CONSTRAINT turns_pkey PRIMARY KEY (id);
CREATE INDEX artifacts_by_owner ON public.artifacts USING btree (owner, made_at);
CREATE INDEX conversations_by_owner ON public.conversations USING btree (owner, started_at);
CREATE INDEX ix_model_calls_source ON public.model_calls USING btree (source);
CREATE INDEX messages_by_conversation ON public.messages USING btree (conversation_id, owner, is_replaced, number);
CREATE INDEX model_calls_by_owner ON public.model_calls USING btree (owner, at);
CREATE INDEX turns_by_conversation ON public.turns USING btree (conversation_id, is_replaced, id);
ALTER TABLE ONLY public.answers
    ADD CONSTRAINT answers_ask_id_fkey FOREIGN KEY (ask_id) REFERENCES public.asks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.asks
    ADD CONSTRAINT asks_turn_id_fkey FOREIGN KEY (turn_id) REFERENCES public.turns(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.block_texts
    ADD CONSTRAINT block_texts_block_id_fkey FOREIGN KEY (block_id) REFERENCES public.blocks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES public.blocks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);
ALTER TABLE ONLY public.journal
    ADD CONSTRAINT journal_turn_id_fkey FOREIGN KEY (turn_id) REFERENCES public.turns(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_turn_id_fkey FOREIGN KEY (turn_id) REFERENCES public.turns(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.summaries
    ADD CONSTRAINT summaries_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.turns
    ADD CONSTRAINT turns_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
