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
CREATE TABLE public.conversations (
    id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    title text NOT NULL,
    started_at character varying(40) NOT NULL
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
INSERT INTO public.alembic_version VALUES ('0003');
INSERT INTO public.answers VALUES ('ask_1', 'ann', '{"version":1,"status":"answered","answers":[{"id":"1","value":"kids","label":null,"note":null,"skipped":false}],"outline_lines":[],"said":null}');
INSERT INTO public.artifacts VALUES ('art_1', 'ann', NULL, 'turn_1', 'note', '雨.txt', 1, '2026-01-02T03:04:05.000006+00:00', '{"id": "art_1", "version": 1, "kind": "note", "name": "\u96e8.txt", "title": "\u96e8", "size": 18, "sha256": "8caf6e45722643fb0b3ae1f2e938de2eb73a328f9e879bf2d8a7ad2df0e2e572", "report": [], "made_at": "2026-01-02T03:04:05.000006Z", "owner": "ann", "turn_id": "turn_1", "digests": {"\u96e8.txt": "8caf6e45722643fb0b3ae1f2e938de2eb73a328f9e879bf2d8a7ad2df0e2e572", "beside.txt": "5bcaffed4d27f7b2dd939334aa6032a0770b552e4059c50e76b5c8e64219af93"}}');
INSERT INTO public.asks VALUES ('ask_1', 'turn_2', 'ann', '{"version":1,"kind":"clarification","title":"For whom?","preface":null,"questions":[{"id":"1","question":"For whom?","options":[{"label":"Kids","value":"kids","description":null}],"recommended":null,"allow_freeform":true,"placeholder":null}],"outline_lines":[],"hint":null,"id":"ask_1","turn_id":"turn_2","owner":"ann"}');
INSERT INTO public.attachments VALUES ('conv_2', 'ann', '讲义.md', 12, '\x789c535678397b0517179078b2bbefd9d6ed4f76743d9bbbf47143131700c5eb0f6c');
INSERT INTO public.conversations VALUES ('conv_1', 'ann', '做一份笔记', '2026-11-15T12:09:06.839930+00:00');
INSERT INTO public.conversations VALUES ('conv_2', 'ann', '旧的问题', '2026-11-15T12:09:07.011202+00:00');
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
INSERT INTO public.model_calls VALUES (1, 'local', '2026-11-15T12:09:07.073810+00:00', 'turn', 'openai:gpt', 'ask', 10, 2, 0.5, 1, NULL, true, 'calls.taken.1e84cfa4986a4f21827a3c89a9e5df38.jsonl', '{"messages": [], "reply": "ok", "feedback": null}');
INSERT INTO public.model_calls VALUES (2, 'local', '2026-11-15T12:09:07.074269+00:00', 'turn', 'openai:gpt', 'ask', 0, 0, 0, 0.5, 'model_busy', false, 'calls.taken.1e84cfa4986a4f21827a3c89a9e5df38.jsonl', '{"messages": [], "reply": "", "feedback": null}');
INSERT INTO public.steps VALUES ('turn_1/make_note/1', '{"made": "art_1"}', 1794744606.951304);
INSERT INTO public.summaries VALUES ('conv_1', 'turn_1', 'ann', 'They made a note.');
INSERT INTO public.turns VALUES ('turn_1', 'conv_1', 'ann', 'finished', NULL, '\x789c4d524b8ed43010bd0af2ba3b9a6631823e06db49cbb2e24ac66a7739b22b43872812dc81155c8005422c9110b71904dc8267273d3dbbaa7af57baf6a520f14930bacf6bb8d7256ed950c91f54e6d541338834600eb02e54881c25ba68880618677a2944c47f07f7ff8f4f8e3fde3cf5f7fbe7efcfbedfb155beae1c730083227e5588865699a2ddd443280cadcd659e2067937d56b040c5b67016a09c127b5bf3ba071b0e4b5b8b24712a49868514de79e1a21ab73425e318a6b4d2380924434e94644ad8bc8d21d81c73235999664d4ad37dd3a2152eb98e0f0e03db6f026ba765cdc397733320055c872e99eca70ee50a257d219bc9b6ad563875497a6b53a3ab6b06bb44f7de044b59a0fd7d2a773a87eb486c5355be35ebcac6e6fb332c67b30bba8a04ee6489a03f6c7ba74729279d303d42c302433dbd679da425a3b96a43334d0716024dc6c9449c772998521bc95bae9228150b1535fee348130f54b59de63b1241c69ed65838742d9aee025c219ede241ac7bf2560fa0e357fc52b84cc65334e154fee2f93f66adf2b1c83b848bc2d75f7b933955085d2e9c779f961f46a8fce905d2cfbb3e05d7f645c08d62931750ff3e7fa9e49cdf459cf83592ffc3bd83b37b351fe6f93f9dac1cbc', false, '');
INSERT INTO public.turns VALUES ('turn_2', 'conv_1', 'ann', 'waiting', NULL, '\x789c6552496ec3300cfc4aa07312b43d14682e452ffd441d0884453b4264ca90e8a64690bf7764b91b7a12c9e136435dcd3ba7eca398c3fdd678670e46a724f6c16c4d1ba580a480ed029588bd07142fc2090112813770ced433fc17711b92a827a0dff15a0b3fc5499175355e94456bc362d93631015a6676deb1b4c8bbdb3f2140e2bc036835c690cde1ed88c6d171b0ea971db222859243357f8cdc2a3b5b12ca7a497d47ad02ca9ad0a49f11753e21cbf60c0e756aa68e75b65da07e9d90b8f3c270640a015b044abe9bab7b2bdd4827a0e6425ebdf465b6f4a8b02be782bd5d1b336285dc2c3d1b73f6e26037e89ec728991b733bfe947e5fc28cb32351dfeec86f1ef68f8f45180a01c4be4430039dd9426936d89607af8536bf43cc058662b4eb7ce01d9475f392f401096c9a0409775b43f95c0f538c7253bc2b79ea13b3ab761e974b5d4199c75a5956a996c633afed5c0cd0a8d87b78997148573dc875e2e0ec044661c5bf0aabbaf8166d1c969ff1fb3716b9ea7eecfefcb2d7983697531c9ecd3f1ab7db274a36f32f', false, '');
INSERT INTO public.turns VALUES ('turn_3', 'conv_1', 'ann', 'finished', NULL, '\x789c4d524b6eeb300cbc4aa07512f403146836ef0edd7451170261d18e10853224baa911e4ee1d496ef3762487bf19f26abe38651fc51c1eb7c63b73303a27b1cf666bfa280524056c2b5422f61150bc0827044804de9973a691e1bf1f49373e6f1279f977475a35fc146745ded57851166d2d8b65fbc404a84e1dbc63e991f7b07f4580c47907d06a8c219bc3c7271a47c7c1aaaf5b64450a25876afe9eb85776b624940593fa817a059435a1c9b820ea7c42961d192cdad44c03eb628740e33a21f1e085e1c81c02b60894fcb034f756ba91ce400db27c3e721d2e234aec4aba801fd7ce4cd82177b569674e5e1cec0eedf3142573676e9ff7d2bf6398697124eafb1df9cdd3fee5a528432180d9af0ae64c27b612b13fd6e5b3d7c29bbfa066852119ed061f780769dd5293bea1814db320e1616b289fea651a43782b751a138350b5f354ef7405619e5a59d9a3591a4fbcf6723140a162efe165c6195df320d69183b333e88415ff2d6c93f1147d3cd7bff8ff1b8b56f5c7f2855315f8fe686f78b0f268179c2fedcdedf603cdd2f183', false, '');
INSERT INTO public.turns VALUES ('turn_4', 'conv_2', 'ann', 'finished', NULL, '\x789c4d524b4e43310cbc4bd65555101b7a090e805014bdf8a551f39c2af1eb475577dca188251b761c0bd45b30495e293b8fc7f68c9d1cd59652f691d5f26ea6bc554b256362fda066aa8b5c4823a075a54a46df838a3ba6848461061a2867e308f8fbfcf9f3fe7a397f5d3ede6e446b1eb2ab63531c05b547e55988a58d2d91ee12195055b9f796b843dd62fe888461eb2d482d3186ac96cf2f981e2d052dbe3ac98212932cba69bfa14ec8ea52504c26f1bde90454968421ee80acf50955da113669aad9f42407dd07e3268544bd6702e03104b80826f9fed0e0a94c33328255a8f27945559c1d5af4b479216fc9bf53975c674280c77ffbd0e0a5d8a62d8e71cdede158a79181173365f2ba1eb3f9019aca8c4b04f91ae74dbdea11f668d3da8a568b24ae699a6563c03e259e0365c2d16d43586d45c1ea91c58789bf3636653c611787fa8affffcfdab3adbf22ef28d573dcbec653b073753afd02cedad738', true, 'msg_4');
INSERT INTO public.turns VALUES ('turn_5', 'conv_2', 'ann', 'finished', NULL, '\x789c4d52db4d033110ecc5df51149040224d5000429675debb58f1ad237b2fc929ca1f3500e29302105581d20563fb42f2b733b38fd9b50f6a4b31b9c06a793353ceaaa59221b2be5333d504cea211c8ba4899d1b790c28e298230cc403da5643a02fe79fdfefd7839bd7d9d3edf2f422dee53a7ef41c63008720fcab1104b6d9b23dd443290cae4d659e206798bf90308c3d659885a42f0492d9f9ed13d58f25a5c71920429265a54d37e438d90d539219b8ce25ad308a424114dba11ac751159ba236c52a726d3928cbaf5a69b26446a1d13000fdec38537d1b56385c7dccdc8005521cba51595e1dca1444f9b67f142fe9f3a738df11e1eaff6a1de49b64d5b1ce3ccede158c78181173365d2ba1cb3fa019ad24c1709e34b9c36e5aa07d8a34d2dcbb36a24614d532f1b3cf6c9f11c28118e6e2bc26a2bf2560f2cce4ffab9b04ec61336a12faf78fd7fd68e6df9156947b19ce3f2351ebd9dabe3f10fe636d743', false, 'msg_6');
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
