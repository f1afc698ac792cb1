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
    message_id character varying(64) DEFAULT ''::character varying NOT NULL,
    epoch integer DEFAULT 0 NOT NULL,
    output text
);
ALTER TABLE ONLY public.ledger ALTER COLUMN number SET DEFAULT nextval('public.ledger_number_seq'::regclass);
ALTER TABLE ONLY public.messages ALTER COLUMN number SET DEFAULT nextval('public.messages_number_seq'::regclass);
ALTER TABLE ONLY public.model_calls ALTER COLUMN number SET DEFAULT nextval('public.model_calls_number_seq'::regclass);
INSERT INTO public.alembic_version VALUES ('0006');
INSERT INTO public.answers VALUES ('ask_1', 'ann', '{"version":1,"status":"answered","answers":[{"id":"1","value":"kids","label":null,"note":null,"skipped":false}],"outline_lines":[],"said":null}');
INSERT INTO public.artifacts VALUES ('art_1', 'ann', 'conv_1', 'turn_1', 'note', '雨.txt', 1, '2026-01-02T03:04:05.000006+00:00', '{"id": "art_1", "version": 1, "kind": "note", "name": "\u96e8.txt", "title": "\u96e8", "size": 18, "sha256": "8caf6e45722643fb0b3ae1f2e938de2eb73a328f9e879bf2d8a7ad2df0e2e572", "report": [], "made_at": "2026-01-02T03:04:05.000006Z", "owner": "ann", "turn_id": "turn_1", "digests": {"\u96e8.txt": "8caf6e45722643fb0b3ae1f2e938de2eb73a328f9e879bf2d8a7ad2df0e2e572", "beside.txt": "5bcaffed4d27f7b2dd939334aa6032a0770b552e4059c50e76b5c8e64219af93"}, "units": {}, "is_run": null}');
INSERT INTO public.asks VALUES ('ask_1', 'turn_2', 'ann', '{"version":1,"kind":"clarification","title":"For whom?","preface":null,"questions":[{"id":"1","question":"For whom?","options":[{"label":"Kids","value":"kids","description":null}],"recommended":null,"allow_freeform":true,"placeholder":null,"multi_select":false}],"outline_lines":[],"hint":null,"id":"ask_1","turn_id":"turn_2","owner":"ann"}');
INSERT INTO public.attachments VALUES ('conv_2', 'ann', '讲义.md', 12, '\x789c535678397b0517179078b2bbefd9d6ed4f76743d9bbbf47143131700c5eb0f6c');
INSERT INTO public.block_texts VALUES ('block_1', 1, 'ann', '2026-02-03T04:05:06.000007+00:00', 5, '\x789c4bcb2c2a2e010006570229');
INSERT INTO public.block_texts VALUES ('block_1', 2, 'ann', '2026-02-03T04:05:06.000007+00:00', 6, '\x789c7b397bc593dd7dcfb66e7fb2a3ebd9dca58f1b9a007e7e0cdf');
INSERT INTO public.block_texts VALUES ('block_2', 1, 'ann', '2026-02-03T04:05:06.000007+00:00', 5, '\x789c4b4acdc92f0700061c021a');
INSERT INTO public.block_texts VALUES ('block_3', 1, 'ann', '2026-02-03T04:05:06.000007+00:00', 3, '\x789ccbcf490100028c0140');
INSERT INTO public.blocks VALUES ('block_1', 'proj_1', 'ann', NULL, '第一章', '/第一章', 1, 2, 6, '2026-02-03T04:05:06.000007+00:00', '2026-02-03T04:05:06.000007+00:00', NULL);
INSERT INTO public.blocks VALUES ('block_2', 'proj_1', 'ann', 'block_1', 'Intro', 'block_1/intro', 1, 1, 5, '2026-02-03T04:05:06.000007+00:00', '2026-02-03T04:05:06.000007+00:00', NULL);
INSERT INTO public.blocks VALUES ('block_3', 'proj_1', 'ann', NULL, 'Old', NULL, 2, 1, 3, '2026-02-03T04:05:06.000007+00:00', '2026-02-03T04:05:06.000007+00:00', 'removal_1');
INSERT INTO public.conversations VALUES ('conv_1', 'ann', '做一份笔记', '2026-11-16T11:13:01.388513+00:00', NULL);
INSERT INTO public.conversations VALUES ('conv_2', 'ann', '旧的问题', '2026-11-16T11:13:01.487612+00:00', 'proj_1');
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
INSERT INTO public.model_calls VALUES (1, 'local', '2026-11-16T11:13:01.533078+00:00', 'tool', 'openai:gpt', 'ask', 10, 2, 0.5, 1, 'calls.taken.e3cad97ba6d44c54acc2e5eb5e85d4f4.jsonl', '{"conversation": "conv_1", "messages": [], "reply": "ok", "feedback": null}', 'call_01a1e40f785d70f9963d49cc653fad10', 'turn_1', 'Note', 'make_note', '', 'accepted');
INSERT INTO public.model_calls VALUES (2, 'local', '2026-11-16T11:13:01.533622+00:00', 'step', 'openai:gpt', 'ask', 0, 0, 0, 0.5, 'calls.taken.e3cad97ba6d44c54acc2e5eb5e85d4f4.jsonl', '{"conversation": "conv_1", "messages": [], "reply": "", "feedback": null}', 'call_01a1e40f785d70fa84f253f31685ffcb', 'turn_1', '', '', 'model_busy', 'failed');
INSERT INTO public.projects VALUES ('proj_1', 'ann', '雨', '雨', '2026-02-03T04:05:06.000007+00:00', NULL);
INSERT INTO public.projects VALUES ('proj_2', 'ann', 'Gone', NULL, '2026-02-03T04:05:06.000007+00:00', '2026-02-03T04:05:06.000007+00:00');
INSERT INTO public.steps VALUES ('turn_1/make_note/1', '{"made": "art_1"}', 1794827641.469202);
INSERT INTO public.summaries VALUES ('conv_1', 'turn_1', 'ann', 'They made a note.');
INSERT INTO public.turns VALUES ('turn_1', 'conv_1', 'ann', 'finished', NULL, '\x789c4d52418e133110fc0af23989361c564b9ec175b3b2ac71cfa4158f3dd89e4db2a348f0074ef0010e08714442fc6611f00baa3d33c9de5c5dddedeeea1ad423c5c4c1abcd7aa1d8aa8dca7df47aad16aa0a5e489341eb4249a450e1e0292260bc076a2925d310f0ef0f9f9e7fbc7ffef9ebcfd78f7fbf7dbf72633d700c7d46e6a0d867f2796c2a2f5d4532a0cabf355bf215f26e566f1030deb205a973082ea9cdfd031a074b4e672e73a48c14132daae9d85195c96a49901163e6da541954ca114d9a13a29623b27443d863fc35999af249d7ce34d30f91def594d06a86357b02e77be730943391ebd308cfd2dce41eac4216a71d95597c83123d6920e4fdb0551d464adbd274abf6ec2dde5bb44f5df089b6eafc702dbd5c4775276b7ce66a69f8d5ebd5edad08659cc3a2b328aa357bd23e601d8c4b2d6791811e216ea1a1a059d6ec6809a5eda9241d21898ebd47c2cd4299b42f871a37049a94304da45986d495b30d5898bab14ce6185f39ec69ea65838342f25e0125c255ed8820d68e9cd53dd671134f5da876a50efee8fa3ccf70e0bcb3d11c2eb2cf3f8c08c955688b9f5efa58449523936384cb29ae1e7d2bcbaf109a9d214b0ea3f7112afe9e29fdb2eb2538b52f4a2f94373280faf7f9cb2a1fc56699b39b22e22b7e0258df2d54ef59fe1ab03f27117df24ef15645dc15595b23b615a5ab9df1cd2c7bcb29b16f46700851b4c4fa10f87c3eff070bae4dc4', false, '', 0, NULL);
INSERT INTO public.turns VALUES ('turn_2', 'conv_1', 'ann', 'waiting', NULL, '\x789c6d52c16edb300cfd9540e724687b28b05c8a5df613752110166d0b91294fa2eb0641febd4f729c6dc04e22f9488aef9157f3c929fb28e6f4bc37de9993d139897d317bd346292029605ba112b1cf80e2229c1020117823e74c3dc3ff296e47127500fa88afb5f0539c155957e34559746d582cdb262640f5cfce3b9616794fc71f089038ef005a8d3164737aff40e3e83858f57586ac48a1e450cd5f13b7cace9684325e52df51ab80b22634e92f883a9f90657b0687f5d74c1debc57681fafb0f897fcf9cd16a733b2f0c4ce6103054a0e4bbcbeade4a73d219a859c8ab97be8c223d2aec5d8282bd5f1b3361a2dcd49e8d397b71b01b74cf5394cc8db97dfc297d2cc64c1747a2be3d90dfbd1c5f5f8b4e1402786e9a9891ce6c213c1b4ccba3d7a2027f42db0a43403a743ef00142bb4b4dfa822236cd8284a7bda17c5ef7548cb262bc772da84fbc0991a7bab82b28f3b4569651564be399efed5c0cd0a8d8477899b157b77a906be0e0ec0c46e18ef314dba1d6e142a659379d17af834bb43c84df7e583d24b771ac17f5f715175d5722ecfeb9ce5f31ed96218e6fe63f7c7113eca7ca6da4723d856e3b90f41bf7d1e75c965b9d25a642083380e5ed76fb065ce11b7c', false, '', 0, NULL);
INSERT INTO public.turns VALUES ('turn_3', 'conv_1', 'ann', 'finished', NULL, '\x789c4d52cb6ee3300cfc9540e72468778102cd65ff612f7ba80b81b0689b884cb9925c3708f2ef1dc971b3378d86af19f26a3e3926096a4ecf7b23ce9c4c9ea3dadf666fdaa085a40cda56aafcd8675061518ef82055a09153a29e81ff0d947792769144ff3c98351b38863923ee6a44336b5e4b96976d2313a8dab513c7da22eee9f88a0f52270ea4cd21f8644e6fef281c1c7b9ba54e913242283a64f3d7c46d66674b40193066e9a8cda0528e28d25ff0eb2422caf60c156bd7441de78bed3cf5f70e913f664e28b5c14e94c1e9ec3d86f214a5bbacf0568a539ec11a44491ab8cea23d52ecdd8342be5d1b3361a4d4d4a28d398b3abc1b944f53d0c48db9bd3f527f7663a68b23cdd21e4876bf8e2f2fc528f21e423753cc4867b61a2007e3f228b9d8c09f30b7d270900e9d783ec06977a9415fb0c4c65911f0b43794ce7551ab42a0bb13d447de6c48535ddb1582795ad3ca1ceb2b8733df6bb9e0e150791f811263ab6e45306b60efec0c39fecef314daa1e6e13ea6396f332c92071769f9b17debb02204b761acf7f4ff151753eb6da68563ddc4e340ffe230cb812e587b3c968be49665aa92462a275354b60369bf491e2525d17e054b8845075a43dced76fb06d73c19d0', false, '', 0, NULL);
INSERT INTO public.turns VALUES ('turn_4', 'conv_2', 'ann', 'finished', NULL, '\x789c4d524b6edb3010bd0bd7869116ddc497e8018a8220c81145981aaae4288a6178d73ba4e8b29bee7aac16b9451f4929ce8e6fde7cde9be1553d512e21b13a7d38a8e0d449c992597f5207651357d20868dda81ad11f41a5952923609881262ac57802fefbf2fbdfcfefaf2f7f5e7ffdb813bd782abeb5cd6911e45e55602196deb6beb4cd6440b5c94370c416790fc747040cbbe0406a49291675faf215dd93a3a8253425459062b243353dcf64859cae0955649630182ba08a6434f117445dc8c8d29ee0a44f2d6620b9e8211abf4dc8f46da182563b1c0213385e6284a86872182e1dde6a73230b5885ac50466a5ad8a3446f8ba8e43df8b6f91ab32646487e678fa620d5053d61377bec1906745e18f8e1a04c39b7dd763d405b9af19976d1656e4bbe421ecdbdacceea2f4967da7ab914e1a7be8f40857003d711ac8d149d5e5842dc789a931d5b1dae392fb26b58838c2e9bf56d49fb848e906cd3d4aefffedf9d03bbf69bca4ab9ededfea53e4777acbf862c85b919994c3d6bf56647c37e373a855202fb0ed694ab7a0c84a5dbedf61fa82bff76', true, 'msg_4', 0, NULL);
INSERT INTO public.turns VALUES ('turn_5', 'conv_2', 'ann', 'finished', NULL, '\x789c4d525b8ed43010bc8bbf47a3050924e6121c0021cbb23b4e6b1c3bd89dcd8e46f3c71900f1c90110a702ed2d28dbc9cefeb9bafa51d5edab7aa45c3845757a7350ecd449c992a37ea70ecaa6584923a075a36a44bf0595d64819011323d044a5184fc07fbffdf9f7f3ebf3f7dfcfbf7edc895e3c15afdf2398d322c8bd2a8e42517adbfad2369301d5260fec285ae43d1c3f2060a26307524b4aa1a8d3a7cfe89e1c052ddc9414418ac90ed5f434931572ba265491597830564015c968e22f883acec8d29ee0a44f2d6620b9e82118bf4dc8f465a182563b1c3812b8b8840051c1641e2e1dde6a73230b58852c2e23352dd1a3446f8ba8e43df8b2f91ab32604487e658f2696ea821eb19b3df604033a2f11f8e1a04c39b7dd763d405b9af19976d1656e4bbe421ecdbdacceea2f4967da7ab914e0a7be8f40857003d711ac8d149c5ea270d8789a931d5b1dae392fb26b58594697cdfab2a47d424748b6696ad77ffdefce1c5dfb4d65a5dcf676ff521f833bd65f4396786e462653cf5abdd9d144bf1b9db8148ebe8335e5aa1e0361e976bbfd07c4a4ff81', false, 'msg_6', 0, NULL);
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
