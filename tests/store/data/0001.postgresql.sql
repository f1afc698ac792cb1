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
    body text NOT NULL
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
    body text NOT NULL,
    tokens integer
);
ALTER TABLE ONLY public.ledger ALTER COLUMN number SET DEFAULT nextval('public.ledger_number_seq'::regclass);
ALTER TABLE ONLY public.messages ALTER COLUMN number SET DEFAULT nextval('public.messages_number_seq'::regclass);
ALTER TABLE ONLY public.model_calls ALTER COLUMN number SET DEFAULT nextval('public.model_calls_number_seq'::regclass);
INSERT INTO public.alembic_version VALUES ('0001');
INSERT INTO public.answers VALUES ('ask_1', 'ann', '{"version":1,"status":"answered","answers":[{"id":"1","value":"kids","label":null,"note":null,"skipped":false}],"outline_lines":[]}');
INSERT INTO public.artifacts VALUES ('art_1', 'ann', NULL, 'turn_1', 'note', '雨.txt', 1, '2026-01-02T03:04:05.000006+00:00', '{"id": "art_1", "version": 1, "kind": "note", "name": "\u96e8.txt", "title": "\u96e8", "size": 18, "sha256": "8caf6e45722643fb0b3ae1f2e938de2eb73a328f9e879bf2d8a7ad2df0e2e572", "report": [], "made_at": "2026-01-02T03:04:05.000006Z", "owner": "ann", "turn_id": "turn_1", "digests": {"\u96e8.txt": "8caf6e45722643fb0b3ae1f2e938de2eb73a328f9e879bf2d8a7ad2df0e2e572", "beside.txt": "5bcaffed4d27f7b2dd939334aa6032a0770b552e4059c50e76b5c8e64219af93"}}');
INSERT INTO public.asks VALUES ('ask_1', 'turn_2', 'ann', '{"version":1,"id":"ask_1","turn_id":"turn_2","owner":"ann","kind":"clarification","title":"For whom?","preface":null,"questions":[{"id":"1","question":"For whom?","options":[{"label":"Kids","value":"kids","description":null}],"recommended":null,"allow_freeform":true,"placeholder":null}],"outline_lines":[],"hint":null}');
INSERT INTO public.conversations VALUES ('conv_1', 'ann', '做一份笔记', '2026-11-15T09:02:58.428567+00:00');
INSERT INTO public.journal VALUES ('turn_1', 1, 1, 'turn_started', '{"version":1,"kind":"turn_started","turn_id":"turn_1"}');
INSERT INTO public.journal VALUES ('turn_1', 2, 2, 'tool_started', '{"version":1,"kind":"tool_started","call_id":"c1","tool":"make_note"}');
INSERT INTO public.journal VALUES ('turn_1', 6, 6, 'text_ended', '{"version":1,"kind":"text_ended","text_id":"text_1"}');
INSERT INTO public.journal VALUES ('turn_1', 5, 3, 'text_grew', '{"version": 1, "kind": "text_grew", "text_id": "text_1", "text": "Ready.", "ends": {"3": 2, "4": 4, "5": 6}}');
INSERT INTO public.journal VALUES ('turn_1', 7, 7, 'turn_finished', '{"version":1,"kind":"turn_finished","outcome":{"version":1,"kind":"delivered","message":"Ready.","artifacts":[{"id":"art_1","artifact_version":1,"artifact_kind":"note","name":"雨.txt","title":"雨","size":18}]}}');
INSERT INTO public.ledger VALUES (1, 'turn_1', 'art_1', '{"artifact":{"id":"art_1","artifact_version":1,"artifact_kind":"note","name":"雨.txt","title":"雨","size":18},"tool":"make_note","call_id":"c1"}');
INSERT INTO public.messages VALUES (1, 'msg_1', 'conv_1', 'ann', 'user', '做一份笔记', '{"version":1,"id":"msg_1","conversation_id":"conv_1","owner":"ann","role":"user","text":"做一份笔记","artifact_ids":[]}');
INSERT INTO public.messages VALUES (2, 'msg_2', 'conv_1', 'ann', 'assistant', 'Ready.', '{"version":1,"id":"msg_2","conversation_id":"conv_1","owner":"ann","role":"assistant","text":"Ready.","artifact_ids":["art_1"]}');
INSERT INTO public.messages VALUES (3, 'msg_3', 'conv_1', 'ann', 'user', 'What is rain?', '{"version":1,"id":"msg_3","conversation_id":"conv_1","owner":"ann","role":"user","text":"What is rain?","artifact_ids":[]}');
INSERT INTO public.model_calls VALUES (1, 'local', '2026-11-15T09:02:58.486703+00:00', 'turn', 'openai:gpt', 'ask', 10, 2, 0.5, 1, NULL, true, 'calls.taken.1135342ed4c4444ca70454889505cb11.jsonl', '{"messages": [], "reply": "ok", "feedback": null}');
INSERT INTO public.model_calls VALUES (2, 'local', '2026-11-15T09:02:58.487037+00:00', 'turn', 'openai:gpt', 'ask', 0, 0, 0, 0.5, 'model_busy', false, 'calls.taken.1135342ed4c4444ca70454889505cb11.jsonl', '{"messages": [], "reply": "", "feedback": null}');
INSERT INTO public.steps VALUES ('turn_1/make_note/1', '{"made": "art_1"}', 1794734278.471572);
INSERT INTO public.summaries VALUES ('conv_1', 'turn_1', 'ann', 'They made a note.');
INSERT INTO public.turns VALUES ('turn_1', 'conv_1', 'ann', 'finished', '{"version":1,"id":"turn_1","conversation_id":"conv_1","owner":"ann","message":"做一份笔记","route":{"intent":"content_create","confidence":0.9,"candidate_tools":[],"model_tier":"standard","expected_mode":"artifact","strategy":"direct_generate","safety_flags":[]},"status":"finished","engine_messages":"[{\"parts\":[],\"kind\":\"response\"}]","engine_version":"pydantic-ai 2.66","called_tools":["make_note"],"emitted_events":["data-file-ready"],"extra_runs":0,"ask_id":null,"outcome":{"version":1,"kind":"delivered","message":"Ready.","artifacts":[{"id":"art_1","artifact_version":1,"artifact_kind":"note","name":"雨.txt","title":"雨","size":18}]}}', NULL);
INSERT INTO public.turns VALUES ('turn_2', 'conv_1', 'ann', 'waiting', '{"version":1,"id":"turn_2","conversation_id":"conv_1","owner":"ann","message":"And another","route":{"intent":"content_create","confidence":0.9,"candidate_tools":[],"model_tier":"standard","expected_mode":"artifact","strategy":"direct_generate","safety_flags":[]},"status":"waiting","engine_messages":"[{\"parts\":[],\"kind\":\"response\"}]","engine_version":"pydantic-ai 2.66","called_tools":["make_note"],"emitted_events":["data-file-ready"],"extra_runs":0,"ask_id":"ask_1","outcome":{"version":1,"kind":"asked","message":"For whom?","ask_id":"ask_1"}}', NULL);
INSERT INTO public.turns VALUES ('turn_3', 'conv_1', 'ann', 'finished', '{"version":1,"id":"turn_3","conversation_id":"conv_1","owner":"ann","message":"What is rain?","route":{"intent":"content_create","confidence":0.9,"candidate_tools":[],"model_tier":"standard","expected_mode":"artifact","strategy":"direct_generate","safety_flags":[]},"status":"finished","engine_messages":"[{\"parts\":[],\"kind\":\"response\"}]","engine_version":"pydantic-ai 2.66","called_tools":["make_note"],"emitted_events":["data-file-ready"],"extra_runs":0,"ask_id":null,"outcome":{"version":1,"kind":"answered","message":"Rain is water."}}', NULL);
SELECT pg_catalog.setval('public.ledger_number_seq', 1, true);
SELECT pg_catalog.setval('public.messages_number_seq', 3, true);
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
CREATE INDEX messages_by_conversation ON public.messages USING btree (conversation_id, number);
CREATE INDEX model_calls_by_owner ON public.model_calls USING btree (owner, at);
CREATE INDEX turns_by_conversation ON public.turns USING btree (conversation_id, id);
ALTER TABLE ONLY public.answers
    ADD CONSTRAINT answers_ask_id_fkey FOREIGN KEY (ask_id) REFERENCES public.asks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.asks
    ADD CONSTRAINT asks_turn_id_fkey FOREIGN KEY (turn_id) REFERENCES public.turns(id) ON DELETE CASCADE;
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
