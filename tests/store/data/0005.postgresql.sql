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
    source character varying(80) NOT NULL,
    body text NOT NULL,
    call_id character varying(64),
    turn_id character varying(64),
    subject character varying(128) DEFAULT ''::character varying NOT NULL,
    tool character varying(64) DEFAULT ''::character varying NOT NULL,
    reason character varying(200) DEFAULT ''::character varying NOT NULL,
    verdict character varying(16) DEFAULT 'unknown'::character varying NOT NULL
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
INSERT INTO public.alembic_version VALUES ('0005');
INSERT INTO public.answers VALUES ('ask_1', 'ann', '{"version":1,"status":"answered","answers":[{"id":"1","value":"kids","label":null,"note":null,"skipped":false}],"outline_lines":[],"said":null}');
INSERT INTO public.artifacts VALUES ('art_1', 'ann', 'conv_1', 'turn_1', 'note', '雨.txt', 1, '2026-01-02T03:04:05.000006+00:00', '{"id": "art_1", "version": 1, "kind": "note", "name": "\u96e8.txt", "title": "\u96e8", "size": 18, "sha256": "8caf6e45722643fb0b3ae1f2e938de2eb73a328f9e879bf2d8a7ad2df0e2e572", "report": [], "made_at": "2026-01-02T03:04:05.000006Z", "owner": "ann", "turn_id": "turn_1", "digests": {"\u96e8.txt": "8caf6e45722643fb0b3ae1f2e938de2eb73a328f9e879bf2d8a7ad2df0e2e572", "beside.txt": "5bcaffed4d27f7b2dd939334aa6032a0770b552e4059c50e76b5c8e64219af93"}, "units": {}, "is_run": null}');
INSERT INTO public.asks VALUES ('ask_1', 'turn_2', 'ann', '{"version":1,"kind":"clarification","title":"For whom?","preface":null,"questions":[{"id":"1","question":"For whom?","options":[{"label":"Kids","value":"kids","description":null}],"recommended":null,"allow_freeform":true,"placeholder":null}],"outline_lines":[],"hint":null,"id":"ask_1","turn_id":"turn_2","owner":"ann"}');
INSERT INTO public.attachments VALUES ('conv_2', 'ann', '讲义.md', 12, '\x789c535678397b0517179078b2bbefd9d6ed4f76743d9bbbf47143131700c5eb0f6c');
INSERT INTO public.block_texts VALUES ('block_1', 1, 'ann', '2026-02-03T04:05:06.000007+00:00', 5, '\x789c4bcb2c2a2e010006570229');
INSERT INTO public.block_texts VALUES ('block_1', 2, 'ann', '2026-02-03T04:05:06.000007+00:00', 6, '\x789c7b397bc593dd7dcfb66e7fb2a3ebd9dca58f1b9a007e7e0cdf');
INSERT INTO public.block_texts VALUES ('block_2', 1, 'ann', '2026-02-03T04:05:06.000007+00:00', 5, '\x789c4b4acdc92f0700061c021a');
INSERT INTO public.block_texts VALUES ('block_3', 1, 'ann', '2026-02-03T04:05:06.000007+00:00', 3, '\x789ccbcf490100028c0140');
INSERT INTO public.blocks VALUES ('block_1', 'proj_1', 'ann', NULL, '第一章', '/第一章', 1, 2, 6, '2026-02-03T04:05:06.000007+00:00', '2026-02-03T04:05:06.000007+00:00', NULL);
INSERT INTO public.blocks VALUES ('block_2', 'proj_1', 'ann', 'block_1', 'Intro', 'block_1/intro', 1, 1, 5, '2026-02-03T04:05:06.000007+00:00', '2026-02-03T04:05:06.000007+00:00', NULL);
INSERT INTO public.blocks VALUES ('block_3', 'proj_1', 'ann', NULL, 'Old', NULL, 2, 1, 3, '2026-02-03T04:05:06.000007+00:00', '2026-02-03T04:05:06.000007+00:00', 'removal_1');
INSERT INTO public.conversations VALUES ('conv_1', 'ann', '做一份笔记', '2026-11-16T08:35:17.924789+00:00', NULL);
INSERT INTO public.conversations VALUES ('conv_2', 'ann', '旧的问题', '2026-11-16T08:35:18.000991+00:00', 'proj_1');
INSERT INTO public.journal VALUES ('turn_1', 1, 1, 'turn_started', '{"version":1,"kind":"turn_started","turn_id":"turn_1","conversation_id":""}');
INSERT INTO public.journal VALUES ('turn_1', 2, 2, 'tool_started', '{"version":1,"kind":"tool_started","call_id":"c1","tool":"make_note"}');
INSERT INTO public.journal VALUES ('turn_1', 6, 6, 'text_ended', '{"version":1,"kind":"text_ended","text_id":"text_1"}');
INSERT INTO public.journal VALUES ('turn_1', 5, 3, 'text_grew', '{"version": 1, "kind": "text_grew", "text_id": "text_1", "text": "Ready.", "ends": {"3": 2, "4": 4, "5": 6}}');
INSERT INTO public.journal VALUES ('turn_1', 7, 7, 'turn_finished', '{"version":1,"kind":"turn_finished","outcome":{"version":1,"kind":"delivered","message":"Ready.","artifacts":[{"id":"art_1","artifact_version":1,"artifact_kind":"note","name":"雨.txt","title":"雨","size":18,"units":{},"is_run":null}],"receipt":{"made":[],"changed":[],"missing":[],"words":"ours"}}}');
INSERT INTO public.ledger VALUES (1, 'turn_1', 'art_1', '{"artifact":{"id":"art_1","artifact_version":1,"artifact_kind":"note","name":"雨.txt","title":"雨","size":18,"units":{},"is_run":null},"tool":"make_note","call_id":"c1","changes":null}');
INSERT INTO public.messages VALUES (1, 'msg_1', 'conv_1', 'ann', 'user', '做一份笔记', '{"version":1,"artifact_ids":[]}', false);
INSERT INTO public.messages VALUES (2, 'msg_2', 'conv_1', 'ann', 'assistant', 'Ready.', '{"version":1,"artifact_ids":["art_1"]}', false);
INSERT INTO public.messages VALUES (3, 'msg_3', 'conv_1', 'ann', 'user', 'What is rain?', '{"version":1,"artifact_ids":[]}', false);
INSERT INTO public.messages VALUES (4, 'msg_4', 'conv_2', 'ann', 'user', '旧的问题', '{"version":1,"artifact_ids":[]}', true);
INSERT INTO public.messages VALUES (5, 'msg_5', 'conv_2', 'ann', 'assistant', 'Old.', '{"version":1,"artifact_ids":[]}', true);
INSERT INTO public.messages VALUES (6, 'msg_6', 'conv_2', 'ann', 'user', '新的问题', '{"version":1,"artifact_ids":[]}', false);
INSERT INTO public.model_calls VALUES (1, 'local', '2026-11-16T08:35:18.058966+00:00', 'tool', 'openai:gpt', 'ask', 10, 2, 0.5, 1, 'calls.taken.5eaf755b82df40b6a339683dd70e8951.jsonl', '{"conversation": "conv_1", "messages": [], "reply": "ok", "feedback": null}', 'call_01a1e37f11aa708db9bc7be246d96cdb', 'turn_1', 'Note', 'make_note', '', 'accepted');
INSERT INTO public.model_calls VALUES (2, 'local', '2026-11-16T08:35:18.059249+00:00', 'step', 'openai:gpt', 'ask', 0, 0, 0, 0.5, 'calls.taken.5eaf755b82df40b6a339683dd70e8951.jsonl', '{"conversation": "conv_1", "messages": [], "reply": "", "feedback": null}', 'call_01a1e37f11ab70e8872fcbf2ea9e6ac6', 'turn_1', '', '', 'model_busy', 'failed');
INSERT INTO public.projects VALUES ('proj_1', 'ann', '雨', '雨', '2026-02-03T04:05:06.000007+00:00', NULL);
INSERT INTO public.projects VALUES ('proj_2', 'ann', 'Gone', NULL, '2026-02-03T04:05:06.000007+00:00', '2026-02-03T04:05:06.000007+00:00');
INSERT INTO public.steps VALUES ('turn_1/make_note/1', '{"made": "art_1"}', 1794818177.968914);
INSERT INTO public.summaries VALUES ('conv_1', 'turn_1', 'ann', 'They made a note.');
INSERT INTO public.turns VALUES ('turn_1', 'conv_1', 'ann', 'finished', NULL, '\x789c4d52418e133110fc0af23989361c564b9ec175b3b2ac71cfa4158f3dd89e4db2a348f0074ef0010e08714442fc6611f00baa3d33c9de5c5ded7277b906f5483171f06ab35e28b66aa3721fbd5eab85aa8217d264d0ba5052295438788a2818ef815a4ac93404fcfbc3a7e71fef9f7ffefaf3f5e3df6fdfafdc781f38863ea37350ec33f93c8aca4957910ca8f26ecd967c85be9bd51b148cb76c41ea1c824b6a73ff00e160c9e9cc658e94d162a2c56d3a765465b25a1a64c498b9365506957284487342d57244976e087b8caf2653533ee9da99667a21d2bb9e12a46658b32770be770e433913b93e8df02ce226f76015ba38eda8cce21b5cd1930742de0f5bd561a4b42da25bb5676f71de423e75c127daaaf3c3f5eae5775477b2c667ae96865fbd5eddde8a51c6392c3a9ba25ab327ed03d6c1b8d472161be811e6161a0e9a65cd8e9670da9e4ad31196e8d87b34dc2c9449fbf251e386409313a68934db90baf26d0316a66ebc26738ca71cf63469d9e0e0909c574089f0ab7644306b47ceea1eebb8893f70ded9680e177b67a511213455684b6e5ee655cc93cf24c72817cbaf597c2b4bae509a1320cb0c63c6512a399e29fd52f5529ce48ba30be58d0ca0fe7dfeb2ca478953e6eca68ae4879f00d6770bd57b96b706ecc949cc9d325232541177c5bed6483cc5d16a677c33dbdb724aec9b111c4214cfb03e8c3c9fcfff0161e845c5', false, '');
INSERT INTO public.turns VALUES ('turn_2', 'conv_1', 'ann', 'waiting', NULL, '\x789c6d52c16edb300cfd9540e724687b28b05c8a5df613752110166d0b91294f92eb1a81ffbd4f92936dc04e22f948eaf19137f5c9215a2feaf27c54d6a88b4a7310fda28eaaf592414a80758172443f03f28b70408044e08d1c23f50cffa79803894f03d047bcd6c20f7e4ec8ba292b8925d586d9d26d600254feecac616991f774fe810089b106a04edebba82eef1f68ec0d3b9d6ce1101352281854f3d7c46d62a37342a61792eda84d80620a68d2af881a1b90a57bc60cf5d7481da755778efafd87c0bf678e6875773b2b0c4c66e740ca51b0dd5add2d37a73403550bd964a5cf54a44785de25c8d8fbad511318c5a6f46cd4d58a81dda07b9cbc446ed4f6f1a7f4b11835ad8624d9f644f6f0727e7dcd3a917398f3ae891ae9ca1ac2b3025b1e6dca2af027b42d3004a453671d9f20b4594bd21714d16116243c1d15c56bdd5336f28af1ee5a501ff82e449ccae26e1899a75a99a9542bf92befed8c77d028db677891b157533dc835b0337ac6446ec7179b06136879087cef543d9c4debc772397f5f6bd6af1266f3cf15fef2e1b00c7e7c53ff990bbb673b951946ca5792c76a0792fe3ee36863cc4b2ccee243260e0e9866dbb66f2cd3137d', false, '');
INSERT INTO public.turns VALUES ('turn_3', 'conv_1', 'ann', 'finished', NULL, '\x789c4d52cb6ee3300cfc9540e72468778102cd65ff612f7ba80b81b06887884cb9925c3708fcef1dc971b3378d868fe19037f3c9314950737ade1b71e664f214d5fe367bd3062d2465d0b652e5c73e830ab372c407a9020d9c12f50cfcef4c7927691749f4cf8359b381639832e26e4634b3e6b56479d9363281aa5d3b71ac2de29e8eaff82075e240da1c824fe6f4f68ec2c1b1b759aa8a941142d1219bbf466e333b5b028ac098a5a336834a39a2487fc5af938828db33a658bb26ea385f6de7a9bf7788fc317142a90d76a20c4e27ef21ca5394eebac2a514a73c8135889274e6aa457ba4d8bb07857cbb356684a4d4d4a28db9883abc1b944f63d0c48d59de1fa93fbb31e3d59166690f24bb5fc797976214798f413753cc4017b61a300ee4f220b9d8c09f30b7d270900e9d783ec06977ad415fb0c4c64911f0b437942e7551eb84407727a88fbcd990c6bab61b06e6714d2b3ad6570e17bed772c1c3a1f23e0225c656dd8a60d699bdb313c6f1777e967c7691e61f7bb74a2bc2d1b461a877f3ffb516f3ea0da6996375fc71887f7180e51067ac371ecbe571cb3256e90395d328d3b467d27e1b6d909444fb15cc2116bd688d219665f906e42d11d1', false, '');
INSERT INTO public.turns VALUES ('turn_4', 'conv_2', 'ann', 'finished', NULL, '\x789c4d52416e1b310cfc8bce869116bdc49fe8038a4210565c99b09672256e3686e15bff90a2c75e7aebb35ae4171d49bb716e1a0e45ce90bc9a27ca859398c3879d616f0e46e72cf693d9992149259d82b68daa11fb11545a8432024e0468a2525c20e0bf2fbffffdfcfefaf2e7f5d78f3bd13f4f25b4b239cd8adcab615112ed65ebcb0e991ca8d679644f3220ef61ff888013cf1ea4d5946231872f5f513d798a56b929298a14973d7ed3f39906256f6b42159995473728a8a21945c20551cf195936109cf4aec58da4173b4617d60e99becd54506a83230b81933946888a2ef378e9f0568b3b9dc11a64713952d322015fec3a884ade836f93afb1c1c508c9efecd1c45a5dd01366b3c59e61c0e659801f76c695539b6dd703b4a6b99069135dce6dc857c8a373ff567bf597a613adb57c8af053df7ba042d881ef08d68e14bd9d4539aefcc27af4d92d6fc3d82a7584150f696a5b7e7f5f2716dfaea62c94db7ceea7f339fa7dbd0e1a88cf4df0e4eafaaa87e1e8246c86262e852574b0a45c55a221a4df6eb7ff2457f777', true, 'msg_4');
INSERT INTO public.turns VALUES ('turn_5', 'conv_2', 'ann', 'finished', NULL, '\x789c4d52518e13310cbd4bbeab6a4102895e820320144589676a35e394c4b3b355d53fce00884f0e803815686fc14b32b3ddbf3c3fc77ecff6d53c522e9cc41cdeec0c0773303a67b1efcccef82495740ada36aa46ec5b506911ca083811a0894a712301fffdf6e7dfcfafcfdf7f3ffffa7127fae7a98cf63d8239cd8adcab615112ed65ebcbfa4c0e54eb3c7020f1c87bd87f40c049e000d26a4ab198c3a7cfa89e0245abdc9414458acb01bfe9e94c5e29d89a504566e5c179055534a3c87841347046961d094e7ad7e206d28b1da21bd70e99becc54506a83030b81933946888a2ef370e9f0568b3b9dc11a64713952d32223bed8751095bc075f265f63dec508c9afecd1c45a5dd02366b3c59e60c0e659801f76c695539b6dd703b4a6b931d326ba9cdb90af9047e7feadf6ea2f4d275a6b8514e1a7bef74085b083d011ac1d29063b8b725cf985f518b25b5e86b155ea082bf6696a5b7e7d5f2796d0aea62c94db7ceea7f331867dbd0ef2c4e7267872757dd5833f3a1937431397c23276b0a45c55a221a4df6eb7ff3fc8f782', false, 'msg_6');
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
CREATE INDEX ix_model_calls_call_id ON public.model_calls USING btree (call_id);
CREATE INDEX ix_model_calls_source ON public.model_calls USING btree (source);
CREATE INDEX ix_model_calls_turn_id ON public.model_calls USING btree (turn_id);
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
