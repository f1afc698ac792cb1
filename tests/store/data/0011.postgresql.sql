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
    body text NOT NULL,
    lineage character varying(64) NOT NULL
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
CREATE TABLE public.school_imports (
    id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    name character varying(255) NOT NULL,
    imported_at character varying(40) NOT NULL,
    is_sample boolean DEFAULT false NOT NULL,
    pupils integer NOT NULL,
    tests integer NOT NULL,
    results integer NOT NULL,
    data bytea NOT NULL
);
CREATE TABLE public.school_permissions (
    owner character varying(128) NOT NULL,
    may_leave boolean NOT NULL
);
CREATE TABLE public.school_rubrics (
    owner character varying(128) NOT NULL,
    name character varying(80) NOT NULL,
    body text NOT NULL
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
CREATE TABLE public.tokens (
    id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    name character varying(128) NOT NULL,
    digest character varying(64) NOT NULL,
    created_at character varying(40) NOT NULL,
    expires_at character varying(40),
    is_session boolean DEFAULT false NOT NULL
);
CREATE TABLE public.turns (
    id character varying(64) NOT NULL,
    conversation_id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    status character varying(16) NOT NULL,
    tokens integer,
    state bytea,
    is_replaced boolean DEFAULT false NOT NULL,
    message_id character varying(64) DEFAULT ''::character varying NOT NULL,
    epoch integer DEFAULT 0 NOT NULL,
    output text
);
ALTER TABLE ONLY public.ledger ALTER COLUMN number SET DEFAULT nextval('public.ledger_number_seq'::regclass);
ALTER TABLE ONLY public.messages ALTER COLUMN number SET DEFAULT nextval('public.messages_number_seq'::regclass);
ALTER TABLE ONLY public.model_calls ALTER COLUMN number SET DEFAULT nextval('public.model_calls_number_seq'::regclass);
INSERT INTO public.alembic_version VALUES ('0011');
INSERT INTO public.answers VALUES ('ask_1', 'ann', '{"version":1,"status":"answered","answers":[{"id":"1","value":"kids","label":null,"note":null,"skipped":false}],"outline_lines":[],"said":null}');
INSERT INTO public.artifacts VALUES ('art_1', 'ann', 'conv_1', 'turn_1', 'note', '雨.txt', 1, '2026-01-02T03:04:05.000006+00:00', '{"id": "art_1", "version": 1, "kind": "note", "name": "\u96e8.txt", "title": "\u96e8", "size": 18, "sha256": "8caf6e45722643fb0b3ae1f2e938de2eb73a328f9e879bf2d8a7ad2df0e2e572", "report": [], "made_at": "2026-01-02T03:04:05.000006Z", "owner": "ann", "turn_id": "turn_1", "digests": {"\u96e8.txt": "8caf6e45722643fb0b3ae1f2e938de2eb73a328f9e879bf2d8a7ad2df0e2e572", "beside.txt": "5bcaffed4d27f7b2dd939334aa6032a0770b552e4059c50e76b5c8e64219af93"}, "units": {}, "is_run": null}', 'art_1');
INSERT INTO public.asks VALUES ('ask_1', 'turn_2', 'ann', '{"version":1,"kind":"clarification","title":"For whom?","preface":null,"questions":[{"id":"1","question":"For whom?","options":[{"label":"Kids","value":"kids","description":null}],"recommended":null,"allow_freeform":true,"placeholder":null,"multi_select":false}],"outline_lines":[],"hint":null,"id":"ask_1","turn_id":"turn_2","owner":"ann"}');
INSERT INTO public.attachments VALUES ('conv_2', 'ann', '讲义.md', 12, '\x789c535678397b0517179078b2bbefd9d6ed4f76743d9bbbf47143131700c5eb0f6c');
INSERT INTO public.block_texts VALUES ('block_1', 1, 'ann', '2026-02-03T04:05:06.000007+00:00', 5, '\x789c4bcb2c2a2e010006570229');
INSERT INTO public.block_texts VALUES ('block_1', 2, 'ann', '2026-02-03T04:05:06.000007+00:00', 6, '\x789c7b397bc593dd7dcfb66e7fb2a3ebd9dca58f1b9a007e7e0cdf');
INSERT INTO public.block_texts VALUES ('block_2', 1, 'ann', '2026-02-03T04:05:06.000007+00:00', 5, '\x789c4b4acdc92f0700061c021a');
INSERT INTO public.block_texts VALUES ('block_3', 1, 'ann', '2026-02-03T04:05:06.000007+00:00', 3, '\x789ccbcf490100028c0140');
INSERT INTO public.blocks VALUES ('block_1', 'proj_1', 'ann', NULL, '第一章', '/第一章', 1, 2, 6, '2026-02-03T04:05:06.000007+00:00', '2026-02-03T04:05:06.000007+00:00', NULL);
INSERT INTO public.blocks VALUES ('block_2', 'proj_1', 'ann', 'block_1', 'Intro', 'block_1/intro', 1, 1, 5, '2026-02-03T04:05:06.000007+00:00', '2026-02-03T04:05:06.000007+00:00', NULL);
INSERT INTO public.blocks VALUES ('block_3', 'proj_1', 'ann', NULL, 'Old', NULL, 2, 1, 3, '2026-02-03T04:05:06.000007+00:00', '2026-02-03T04:05:06.000007+00:00', 'removal_1');
INSERT INTO public.conversations VALUES ('conv_1', 'ann', '做一份笔记', '2026-11-16T18:23:12.016923+00:00', NULL);
INSERT INTO public.conversations VALUES ('conv_2', 'ann', '旧的问题', '2026-11-16T18:23:12.124846+00:00', 'proj_1');
INSERT INTO public.journal VALUES ('turn_1', 1, 1, 'turn_started', '{"version":1,"kind":"turn_started","turn_id":"turn_1","conversation_id":""}');
INSERT INTO public.journal VALUES ('turn_1', 2, 2, 'tool_started', '{"version":1,"kind":"tool_started","call_id":"c1","tool":"make_note"}');
INSERT INTO public.journal VALUES ('turn_1', 6, 6, 'text_ended', '{"version":1,"kind":"text_ended","text_id":"text_1"}');
INSERT INTO public.journal VALUES ('turn_1', 5, 3, 'text_grew', '{"version": 1, "kind": "text_grew", "text_id": "text_1", "text": "Ready.", "ends": {"3": 2, "4": 4, "5": 6}}');
INSERT INTO public.journal VALUES ('turn_1', 7, 7, 'turn_finished', '{"version":1,"kind":"turn_finished","outcome":{"version":1,"kind":"delivered","message":"Ready.","artifacts":[{"id":"art_1","artifact_version":1,"artifact_kind":"note","name":"雨.txt","title":"雨","size":18,"units":{},"is_run":null,"lineage":""}],"receipt":{"made":[],"changed":[],"missing":[],"sources":[],"words":"ours"}}}');
INSERT INTO public.ledger VALUES (1, 'turn_1', 'art_1', '{"artifact":{"id":"art_1","artifact_version":1,"artifact_kind":"note","name":"雨.txt","title":"雨","size":18,"units":{},"is_run":null,"lineage":""},"tool":"make_note","call_id":"c1","changes":null}');
INSERT INTO public.messages VALUES (1, 'msg_1', 'conv_1', 'ann', 'user', '做一份笔记', '{"version":1,"artifact_ids":[]}', false);
INSERT INTO public.messages VALUES (2, 'msg_2', 'conv_1', 'ann', 'assistant', 'Ready.', '{"version":1,"artifact_ids":["art_1"]}', false);
INSERT INTO public.messages VALUES (3, 'msg_3', 'conv_1', 'ann', 'user', 'What is rain?', '{"version":1,"artifact_ids":[]}', false);
INSERT INTO public.messages VALUES (4, 'msg_4', 'conv_2', 'ann', 'user', '旧的问题', '{"version":1,"artifact_ids":[]}', true);
INSERT INTO public.messages VALUES (5, 'msg_5', 'conv_2', 'ann', 'assistant', 'Old.', '{"version":1,"artifact_ids":[]}', true);
INSERT INTO public.messages VALUES (6, 'msg_6', 'conv_2', 'ann', 'user', '新的问题', '{"version":1,"artifact_ids":[]}', false);
INSERT INTO public.model_calls VALUES (1, 'ann', '2026-11-16T18:23:12.211224+00:00', 'tool', 'openai:gpt', 'ask', 10, 2, 0.5, 1, 'calls.taken.ca330608dd7b47289ae45bedc3287739.jsonl', '{"conversation": "conv_1", "messages": [], "reply": "ok", "feedback": null}', 'call_01a1e5994f5370b691d69d17ae47b627', 'turn_1', 'Note', 'make_note', '', 'accepted');
INSERT INTO public.model_calls VALUES (2, 'ann', '2026-11-16T18:23:12.211488+00:00', 'step', 'openai:gpt', 'ask', 0, 0, 0, 0.5, 'calls.taken.ca330608dd7b47289ae45bedc3287739.jsonl', '{"conversation": "conv_1", "messages": [], "reply": "", "feedback": null}', 'call_01a1e5994f5370b785fee3476d0275f8', 'turn_1', '', '', 'model_busy', 'failed');
INSERT INTO public.projects VALUES ('proj_1', 'ann', '雨', '雨', '2026-02-03T04:05:06.000007+00:00', NULL);
INSERT INTO public.projects VALUES ('proj_2', 'ann', 'Gone', NULL, '2026-02-03T04:05:06.000007+00:00', '2026-02-03T04:05:06.000007+00:00');
INSERT INTO public.steps VALUES ('turn_1/make_note/1', '{"made": "art_1"}', 1794853452.073727);
INSERT INTO public.summaries VALUES ('conv_1', 'turn_1', 'ann', 'They made a note.');
INSERT INTO public.turns VALUES ('turn_1', 'conv_1', 'ann', 'finished', NULL, '\x789c5d53418e133110fc0af23989361c56906770ddac2ccbee99b4e2d8b3b667931045823f70820f7040882312e2378b805f50ed994956dcdc5ded767555fba41e29658e41ad9633c54ead54e953d04b35533606014d01ac2b24990ac57da084840901d18e72362d21fef5fee3d3f7774f3f7efefef2e1cfd76f576cb88f38c5bea0f2a438140a65682a276d131940f5dd861d058bba9bc56b244c70ec00ea12a3cf6a75778fc6d191d7852b8f5c506292c36d3a74640b392d054231156e8c2d80724968d21e91759c50a55bc21cc3abd934548ebaf1a61d5f48f4d05346ab296c3810b0d07b0f52de246e8e437896e6a6f44015aa386fa872092daee8510301ef4e6bd581525ed7a66bb5e5e0705ea37dee62c8b456e7fbebd58b3baa3b3a130adbb9e1172f17b7b72294f11e834ea2a89dd9920e11e3802eedb8880cf408712b0c05cdbc614f7328ed8eb5e8004974ea030a6e66cae46d356a9810d1a88469134d32e4aeda76c2c0d40dd784c7702a714b632f173d1492f3025126b8ea8608626dc83bdd631c3fe236196836dca42eda4d3d6157babe4c7cf65c362e99fdc582e9b5916e29c68aee632c938efc73ec93bd5a87b636eeea163edf7eb14256833c235d0dbc6ef61b916c81d4b44fd2fa34fc18a4eaaf9820fdbceb2539b6affecc54304240fdfdf479510eb29c858b1f33b28dfc16c1f2d54cf581e5ad1354e32c564d5378ecc7c00d1b23eb6989bbeacccec8e6cbe07663423b39b7e39c39b4ff4922c13e26f106c2c0b0f3f9fc0f30c86831', false, '', 0, NULL);
INSERT INTO public.turns VALUES ('turn_2', 'conv_1', 'ann', 'waiting', NULL, '\x789c6d52cb6ee3300cfc9540e724687b28b0b92cf6b23f51170221d1b61059f24a745d23c8bfefc8b2d32db027911a3e8643ded407a7ec625097e7a372565d944c29e81775542686029200d62b547ef433a038074ef8a010e00d9c33750cff57b0070a517aa08fff9a0b3fc5491075532e0807a9058ba54d6202b4f66c9de56010f774fe810f0ad659805a62f4595ddede51385af65adcca210b42285964f3e7c846d8ea1250e825712d19019425a148b7e0d7ba8428dd3166a85d33b52c8b6e3d755b87c47f26ce28b5bbad0b0c2c4cde8394a7e4daa5baf7529c6402aa6672e24257a8840e197a93a0606fb7468d60949bb566a3ae2e58d80daae73186cc8dbabf7fa53e16a3c6c55210674ee40e2fe7d7d7a213798f39774dd44057d6109e15d8f2e0a4a8c01fd0768521209d5ae7f904a1edb2067d42119da68080a7a3a27cad7b2a465931de4d0bea12ef42e4715ddc0d23f358330b956a49bcf256ce460f8d8a7d8697197bb5d5835c3d7bab274ce437dc24ca3dd74c1ea3e9570bd7324eb26b3e3be96da2f9b184bd5bf548844c5f6856bf0cbbf1cf714ae66b79286be2b0dee1bfb75fb651c767fbeda67fc77498fb38fc54ff510997c46e5c1519a8dc5c69687a0addaed8e0722e27f19d4a71e6988a262004a1eef7fb5fbcb23226', false, '', 0, NULL);
INSERT INTO public.turns VALUES ('turn_3', 'conv_1', 'ann', 'finished', NULL, '\x789c5d52cb6edb3010fc958067db485a20407de93ff4d2431c100b72252d4c932ab98a6218fef70e29292e7ae370f6313bbb37f3c1b9488ae6f8b233e2cdd1e894a3fd6e76c6a5584952d0b651f5c7be804a73e48c0f8a11e8c2a550cfc0bf07d227294f9924fe7c304b36704e9322ee66242a475d4ad69775990954ebda89e7e810f77cf8810f8a5e3c48ab2985628e6fef289c3c07abd254144508658f6cfe1cd9297b5b03aac0acd291535045338af457fc7ac988b23d638aa56ba18ef56abb40fdda21f39f890b4a6db093c8e0e214024405cad25d1778afc54927b0065152066e5a628f14bb7a50c9b7dbc98c90544eade8c99c257abc4f285fc6140b9fccfdfd91fab51b335e3d4515b72779fa76787dad465108187433c55ce8cc36268c03b97c11ad36f007cc6d341ca47d2781f770da5f5bd0272cb1798a0878de192ae7b6a86542a0d509ea336f3694b1aded8681795cd2aa8ee5a5e9cc6b2d9f021caaef0350616cd52f08660d1cbc9d304e587997099e2d993c2637b4176e659c74d3338b0e3ed3fcb582addb2a57955cf57dc575d2557f4953768fd5a1ac4b977685ffde7e5d45bbe832736efb7b9cf52f9c733deb19c7920ff58ed9b18ccd880bd543ab7ddc40b1df8cba482912fbff145430a75cad800ef873bfdfff02959b307a', false, '', 0, NULL);
INSERT INTO public.turns VALUES ('turn_4', 'conv_2', 'ann', 'finished', NULL, '\x789c5d524b8ed43010bd8bd7add680d8d097e000085925bb9294dab1835d994cabd53bee3088251b761c0b34b7e0d949a647ecfcead5e7d5735dcd23e722299ad3bb83116f4e46e71ced0773302ec54a9282b68daa11fb1e545a2267042846a0914ba19e81ff3cfffafbe3dbcbf3ef979fdfefc45a3c96beb5cd6956e45e8d44e5a86bdbfab22e33816a933bf11c1df21e8e1f11a0e8c583b49a5228e6f4f90bba27cfc1aa3425459142d9a39a9f2676caded6842a32ab74e41454d18c26fd05512f1959b6676cb24e2dd4b15e6c17a8df2664fe3a7341ab1d7612195c9c4380a84059bacb0a6fb539e90cd6204bcac04d4bec516237232a790fbe3a5f638e4280e437ebf1285ab7e04778b3c79eb080cd73047e38182ae7e6edaa07684ba33ef32eba4ccde42be4f1b496d559eb4bd399b75e3e05ec53df47a0c2f803bf22ac3670f0768e2a61e35d266cb856f294dcd05ef8d969d65dcf223af84ccbab61fbb44dae2ab9ead2863b09bce92f69ceee6e34daba34b69b797bad6789bedd60593837b7ef87f829f863bd35762c535b7fa47a0cb5bb1b28f6bb3da39422b1ff6f6e054bcad5004c872bb7dbed1f93b4162f', true, 'msg_4', 0, NULL);
INSERT INTO public.turns VALUES ('turn_5', 'conv_2', 'ann', 'finished', NULL, '\x789c5d525b6edb3010bc0bbf0d232dd000f5257a80a22016e44a5e9822557215c530fcd73324453f7b80a2a76a915b74484971d03fcece3e66877b310f9c8ba4680eef7646bc39189d72b41fccceb8142b490ada36aa46ec7b50698e9c11a01881062e857a06fef3f4fbef8f6f2fcfbf5e7e7ebf114bf1507a7b8f604e9322f762242a475ddad697759909549bdc89e7e89077b7ff8800452f1ea4d594423187cf5fd03d790e56a529298a14ca1ed5fc38b253f6b626549159a523a7a08a6634e9cf887ac9c8b23d6393656aa18ef56cbb40fd3a21f3d7890b5a6db093c8e0e214024405cad29d1778adcd4927b00659528edcb4c41e257635a292b7e0abf335e62804487eb31e0fa2750b7e80375bec110bd83c45e0bb9da1726ade2e7a80d634ea336fa2cbd84cbe401e8f4b599db5bc349d78ede553c03ef5bd072a8c3ff00bc26a470ede4e5125acbccb840d974a1e933bb6177e769c74d3338b1e7da6f9d5b06dda2a57955c7569c59d045ef597346577331a6d5d1adacdbcbdd69344df6eb0cc9c9bdbb743fc14fcbede1a3b96b1ad3f503d86dadd1d29f69b3d839422b1ff6f6e0573cad5004c872bd7ebf51fb30e163a', false, 'msg_6', 0, NULL);
SELECT pg_catalog.setval('public.ledger_number_seq', 1, true);
SELECT pg_catalog.setval('public.messages_number_seq', 6, true);
SELECT pg_catalog.setval('public.model_calls_number_seq', 2, true);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.answers
    ADD CONSTRAINT answers_pkey PRIMARY KEY (ask_id);
ALTER TABLE ONLY public.artifacts
    ADD CONSTRAINT artifacts_owner_lineage_artifact_version_key UNIQUE (owner, lineage, artifact_version);
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
ALTER TABLE ONLY public.school_imports
    ADD CONSTRAINT school_imports_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.school_permissions
    ADD CONSTRAINT school_permissions_pkey PRIMARY KEY (owner);
ALTER TABLE ONLY public.school_rubrics
    ADD CONSTRAINT school_rubrics_pkey PRIMARY KEY (owner, name);
ALTER TABLE ONLY public.steps
    ADD CONSTRAINT steps_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.summaries
    ADD CONSTRAINT summaries_pkey PRIMARY KEY (conversation_id, upto_turn);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.turns
    ADD CONSTRAINT turns_pkey PRIMARY KEY (id);
CREATE INDEX artifacts_by_name ON public.artifacts USING btree (owner, name);
CREATE INDEX artifacts_by_owner ON public.artifacts USING btree (owner, made_at);
CREATE INDEX conversations_by_owner ON public.conversations USING btree (owner, started_at);
CREATE INDEX ix_model_calls_call_id ON public.model_calls USING btree (call_id);
CREATE INDEX ix_model_calls_source ON public.model_calls USING btree (source);
CREATE INDEX ix_model_calls_turn_id ON public.model_calls USING btree (turn_id);
CREATE INDEX messages_by_conversation ON public.messages USING btree (conversation_id, owner, is_replaced, number);
CREATE INDEX model_calls_by_owner ON public.model_calls USING btree (owner, at);
CREATE INDEX school_imports_by_owner ON public.school_imports USING btree (owner, id);
CREATE INDEX turns_by_conversation ON public.turns USING btree (conversation_id, is_replaced, id);
CREATE INDEX turns_by_output ON public.turns USING btree (owner) WHERE (output IS NOT NULL);
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
