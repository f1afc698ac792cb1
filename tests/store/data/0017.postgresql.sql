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
CREATE TABLE public.app_compilations (
    owner character varying(128) NOT NULL,
    digest character varying(64) NOT NULL,
    blueprint text NOT NULL
);
CREATE TABLE public.app_events (
    run_id character varying(64) NOT NULL,
    number integer NOT NULL,
    key character varying(200) NOT NULL,
    name character varying(64) NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.app_runs (
    id character varying(64) NOT NULL,
    app_id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    number integer NOT NULL,
    status character varying(16) NOT NULL,
    request text NOT NULL,
    summary text NOT NULL,
    body bytea NOT NULL,
    job_id character varying(64) NOT NULL,
    batch_id character varying(64) NOT NULL,
    created_at character varying(40) NOT NULL,
    ended_at character varying(40) NOT NULL
);
CREATE TABLE public.app_versions (
    app_id character varying(64) NOT NULL,
    number integer NOT NULL,
    parent integer NOT NULL,
    blueprint text NOT NULL,
    change text NOT NULL,
    created_at character varying(40) NOT NULL
);
CREATE TABLE public.apps (
    id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    title text NOT NULL,
    status character varying(16) NOT NULL,
    language character varying(8) NOT NULL,
    conversation_id character varying(64) NOT NULL,
    number integer NOT NULL,
    job_id character varying(64) NOT NULL,
    problem text NOT NULL,
    created_at character varying(40) NOT NULL,
    changed_at character varying(40) NOT NULL
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
CREATE TABLE public.block_dependencies (
    block_id character varying(64) NOT NULL,
    needed_id character varying(64) NOT NULL,
    project_id character varying(64) NOT NULL,
    rank integer NOT NULL
);
CREATE TABLE public.block_proposals (
    id character varying(64) NOT NULL,
    project_id character varying(64) NOT NULL,
    block_id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    based_on integer NOT NULL,
    created_at character varying(40) NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.block_texts (
    block_id character varying(64) NOT NULL,
    block_version integer NOT NULL,
    owner character varying(128) NOT NULL,
    written_at character varying(40) NOT NULL,
    characters integer NOT NULL,
    text bytea NOT NULL,
    author character varying(16) DEFAULT 'person'::character varying NOT NULL,
    reason text DEFAULT ''::text NOT NULL
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
    removal character varying(64),
    depth integer DEFAULT 0 NOT NULL,
    status character varying(16) DEFAULT 'pending'::character varying NOT NULL,
    is_stale boolean DEFAULT false NOT NULL,
    digest text DEFAULT ''::text NOT NULL,
    block_type character varying(16) DEFAULT 'field'::character varying NOT NULL,
    settings text DEFAULT '{}'::text NOT NULL
);
CREATE TABLE public.conversations (
    id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    title text NOT NULL,
    started_at character varying(40) NOT NULL,
    project_id character varying(64)
);
CREATE TABLE public.creator_facts (
    id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    text text NOT NULL,
    taken character varying(64) NOT NULL,
    said text NOT NULL,
    created_at character varying(40) NOT NULL
);
CREATE TABLE public.evaluations (
    id character varying(64) NOT NULL,
    project_id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.job_workers (
    id character varying(64) NOT NULL,
    place character varying(200) NOT NULL,
    beats integer NOT NULL
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
CREATE TABLE public.library_chunks (
    number bigint NOT NULL,
    document_id character varying(64) NOT NULL,
    page integer NOT NULL,
    start integer NOT NULL,
    text text NOT NULL,
    scope character varying(64) NOT NULL,
    terms tsvector NOT NULL,
    titles tsvector NOT NULL
);
CREATE SEQUENCE public.library_chunks_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.library_chunks_number_seq OWNED BY public.library_chunks.number;
CREATE TABLE public.library_documents (
    id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    shelf character varying(64) NOT NULL,
    name character varying(255) NOT NULL,
    status character varying(16) NOT NULL,
    added_at character varying(40) NOT NULL,
    size bigint NOT NULL,
    pages integer NOT NULL,
    characters integer NOT NULL,
    active_until double precision NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.library_vectors (
    number bigint NOT NULL,
    document_id character varying(64) NOT NULL,
    scope character varying(64) NOT NULL,
    model character varying(320) NOT NULL,
    dimensions integer NOT NULL,
    vector bytea NOT NULL
);
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
CREATE TABLE public.personas (
    id character varying(64) NOT NULL,
    project_id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    name character varying(80) NOT NULL,
    taken character varying(320) NOT NULL,
    is_selected boolean DEFAULT false NOT NULL,
    changed_at character varying(40) NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.project_feed (
    project_id character varying(64) NOT NULL,
    number integer NOT NULL,
    owner character varying(128) NOT NULL,
    at character varying(40) NOT NULL,
    kind character varying(32) NOT NULL,
    author character varying(16) NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.project_presets (
    id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    kind character varying(32) NOT NULL,
    name character varying(80) NOT NULL,
    taken character varying(320) NOT NULL,
    changed_at character varying(40) NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.projects (
    id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    name character varying(80) NOT NULL,
    taken character varying(320),
    created_at character varying(40) NOT NULL,
    removed_at character varying(40),
    current_phase character varying(32) DEFAULT 'intent'::character varying NOT NULL,
    phases text DEFAULT ''::text NOT NULL,
    profile_id character varying(64),
    feed_number integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.quiz_submissions (
    id character varying(64) NOT NULL,
    share_id character varying(64) NOT NULL,
    student character varying(160) NOT NULL,
    attempt integer NOT NULL,
    once character varying(64) NOT NULL,
    name character varying(80) NOT NULL,
    number character varying(80) NOT NULL,
    handed_in_at character varying(40) NOT NULL,
    body bytea NOT NULL
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
CREATE TABLE public.shares (
    id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    kind character varying(16) NOT NULL,
    target character varying(64) NOT NULL,
    name character varying(255) NOT NULL,
    created_at character varying(40) NOT NULL,
    expires_at character varying(40) NOT NULL,
    revoked_at character varying(40),
    options text NOT NULL
);
CREATE TABLE public.signing_keys (
    name character varying(32) NOT NULL,
    key character varying(64) NOT NULL
);
CREATE TABLE public.skills (
    id character varying(64) NOT NULL,
    owner character varying(128) NOT NULL,
    name character varying(80) NOT NULL,
    changed_at character varying(40) NOT NULL,
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
ALTER TABLE ONLY public.library_chunks ALTER COLUMN number SET DEFAULT nextval('public.library_chunks_number_seq'::regclass);
ALTER TABLE ONLY public.messages ALTER COLUMN number SET DEFAULT nextval('public.messages_number_seq'::regclass);
ALTER TABLE ONLY public.model_calls ALTER COLUMN number SET DEFAULT nextval('public.model_calls_number_seq'::regclass);
INSERT INTO public.alembic_version VALUES ('0017');
INSERT INTO public.answers VALUES ('ask_1', 'ann', '{"version":1,"status":"answered","answers":[{"id":"1","value":"kids","label":null,"note":null,"skipped":false}],"outline_lines":[],"said":null}');
INSERT INTO public.app_compilations VALUES ('ann', 'digest', '{"name":"雨量"}');
INSERT INTO public.app_events VALUES ('run_1', 1, 'page', 'data-page', '{"title":"雨"}');
INSERT INTO public.app_runs VALUES ('run_1', 'app_1', 'ann', 1, 'waiting', '{"inputs":{"class":"甲"},"budget":{},"retry_of":"","retried":""}', '{"usage":{},"error":null}', '\x789cab562a484c4f55b2aa562ac92cc90132945ece5ea154aba3945f5a52505a520c9401724a8a12938172d1b1b500a9b01153', '', '', '2026-11-19T21:43:48.844381+00:00', '');
INSERT INTO public.app_versions VALUES ('app_1', 1, 0, '{"name":"雨量"}', '{"type":"compile"}', '2026-11-19T21:43:48.831270+00:00');
INSERT INTO public.apps VALUES ('app_1', 'ann', '雨量', 'ready', 'zh', 'conv_1', 1, '', '', '2026-11-19T21:43:48.823930+00:00', '2026-11-19T21:43:48.831270+00:00');
INSERT INTO public.artifacts VALUES ('art_1', 'ann', 'conv_1', 'turn_1', 'note', '雨.txt', 1, '2026-01-02T03:04:05.000006+00:00', '{"id": "art_1", "version": 1, "kind": "note", "name": "\u96e8.txt", "title": "\u96e8", "size": 18, "sha256": "8caf6e45722643fb0b3ae1f2e938de2eb73a328f9e879bf2d8a7ad2df0e2e572", "report": [], "made_at": "2026-01-02T03:04:05.000006Z", "owner": "ann", "turn_id": "turn_1", "digests": {"\u96e8.txt": "8caf6e45722643fb0b3ae1f2e938de2eb73a328f9e879bf2d8a7ad2df0e2e572", "beside.txt": "5bcaffed4d27f7b2dd939334aa6032a0770b552e4059c50e76b5c8e64219af93"}, "units": {}, "is_run": null}', 'art_1');
INSERT INTO public.asks VALUES ('ask_1', 'turn_2', 'ann', '{"version":1,"kind":"clarification","title":"For whom?","preface":null,"questions":[{"id":"1","question":"For whom?","options":[{"label":"Kids","value":"kids","description":null}],"recommended":null,"allow_freeform":true,"placeholder":null,"multi_select":false}],"outline_lines":[],"hint":null,"id":"ask_1","turn_id":"turn_2","owner":"ann"}');
INSERT INTO public.attachments VALUES ('conv_2', 'ann', '讲义.md', 12, '\x789c535678397b0517179078b2bbefd9d6ed4f76743d9bbbf47143131700c5eb0f6c');
INSERT INTO public.block_texts VALUES ('block_1', 1, 'ann', '2026-02-03T04:05:06.000007+00:00', 5, '\x789c4bcb2c2a2e010006570229', 'person', '');
INSERT INTO public.block_texts VALUES ('block_1', 2, 'ann', '2026-02-03T04:05:06.000007+00:00', 6, '\x789c7b397bc593dd7dcfb66e7fb2a3ebd9dca58f1b9a007e7e0cdf', 'person', '');
INSERT INTO public.block_texts VALUES ('block_2', 1, 'ann', '2026-02-03T04:05:06.000007+00:00', 5, '\x789c4b4acdc92f0700061c021a', 'person', '');
INSERT INTO public.block_texts VALUES ('block_3', 1, 'ann', '2026-02-03T04:05:06.000007+00:00', 3, '\x789ccbcf490100028c0140', 'person', '');
INSERT INTO public.blocks VALUES ('block_1', 'proj_1', 'ann', NULL, '第一章', '/第一章', 1, 2, 6, '2026-02-03T04:05:06.000007+00:00', '2026-02-03T04:05:06.000007+00:00', NULL, 0, 'completed', false, '', 'field', '{}');
INSERT INTO public.blocks VALUES ('block_2', 'proj_1', 'ann', 'block_1', 'Intro', 'block_1/intro', 1, 1, 5, '2026-02-03T04:05:06.000007+00:00', '2026-02-03T04:05:06.000007+00:00', NULL, 1, 'completed', false, '', 'field', '{}');
INSERT INTO public.blocks VALUES ('block_3', 'proj_1', 'ann', NULL, 'Old', NULL, 2, 1, 3, '2026-02-03T04:05:06.000007+00:00', '2026-02-03T04:05:06.000007+00:00', 'removal_1', 0, 'completed', false, '', 'field', '{}');
INSERT INTO public.conversations VALUES ('conv_1', 'ann', '做一份笔记', '2026-11-19T21:43:48.530876+00:00', NULL);
INSERT INTO public.conversations VALUES ('conv_2', 'ann', '旧的问题', '2026-11-19T21:43:48.637314+00:00', 'proj_1');
INSERT INTO public.creator_facts VALUES ('fact_1', 'ann', '给护士写作', 'de32f2f6dc7b2004ff016051e00a0f27267e8448fd504b06b6905ff5d5857f9e', '我给护士写作', '2026-02-03T04:05:06.000007+00:00');
INSERT INTO public.evaluations VALUES ('eval_1', 'proj_1', 'ann', '{"id":"eval_1","project_id":"proj_1","owner":"ann","created":"2026-02-03T04:05:06.000007Z","source":"","targets":[{"block_id":"block_1","path":"第一章","text_version":2,"characters":6,"sha256":"0000000000000000000000000000000000000000000000000000000000000000"}],"roles":[{"role":"editor","status":"failed","score":null,"dimensions":[],"dialogues":[],"problem":"busy"}],"score":5.0,"suggestions":[],"diagnosis":null,"diagnosis_problem":"","dimensions":[]}');
INSERT INTO public.journal VALUES ('turn_1', 1, 1, 'turn_started', '{"version":1,"kind":"turn_started","turn_id":"turn_1","conversation_id":""}');
INSERT INTO public.journal VALUES ('turn_1', 2, 2, 'tool_started', '{"version":1,"kind":"tool_started","call_id":"c1","tool":"make_note"}');
INSERT INTO public.journal VALUES ('turn_1', 6, 6, 'text_ended', '{"version":1,"kind":"text_ended","text_id":"text_1"}');
INSERT INTO public.journal VALUES ('turn_1', 5, 3, 'text_grew', '{"version": 1, "kind": "text_grew", "text_id": "text_1", "text": "Ready.", "ends": {"3": 2, "4": 4, "5": 6}}');
INSERT INTO public.journal VALUES ('turn_1', 7, 7, 'turn_finished', '{"version":1,"kind":"turn_finished","outcome":{"version":1,"kind":"delivered","message":"Ready.","artifacts":[{"id":"art_1","artifact_version":1,"artifact_kind":"note","name":"雨.txt","title":"雨","size":18,"units":{},"is_run":null,"lineage":""}],"receipt":{"made":[],"changed":[],"changes":[],"missing":[],"sources":[],"words":"ours"}}}');
INSERT INTO public.ledger VALUES (1, 'turn_1', 'art_1', '{"artifact":{"id":"art_1","artifact_version":1,"artifact_kind":"note","name":"雨.txt","title":"雨","size":18,"units":{},"is_run":null,"lineage":""},"tool":"make_note","call_id":"c1","changes":null}');
INSERT INTO public.library_chunks VALUES (1, 'doc_01a1f5c40d2e7097b31b41690b7521df', 1, 0, '雨从海上来，落在叶子上。', 'sfed03448d4eac955737eeb1ba0cda332d258d0d0', '''上'':10 ''上来'':4 ''从海'':2 ''叶子'':8 ''在叶'':7 ''子上'':9 ''来'':5 ''海上'':3 ''落在'':6 ''雨从'':1', '''雨'':1');
INSERT INTO public.library_documents VALUES ('doc_01a1f5c40d2e7097b31b41690b7521df', 'ann', '', '雨.pdf', 'ready', '2026-11-19T21:43:48.782374+00:00', 9, 1, 12, 1795124748.796439, '{"problem": null, "pages": []}');
INSERT INTO public.library_vectors VALUES (1, 'doc_01a1f5c40d2e7097b31b41690b7521df', 'sfed03448d4eac955737eeb1ba0cda332d258d0d0', 'test:subjects', 8, '\x6a4a4e3f0000000000000000000000005508253e7f8c773e5508a53e6a4ace3e');
INSERT INTO public.messages VALUES (1, 'msg_1', 'conv_1', 'ann', 'user', '做一份笔记', '{"version":1,"artifact_ids":[]}', false);
INSERT INTO public.messages VALUES (2, 'msg_2', 'conv_1', 'ann', 'assistant', 'Ready.', '{"version":1,"artifact_ids":["art_1"]}', false);
INSERT INTO public.messages VALUES (3, 'msg_3', 'conv_1', 'ann', 'user', 'What is rain?', '{"version":1,"artifact_ids":[]}', false);
INSERT INTO public.messages VALUES (4, 'msg_4', 'conv_2', 'ann', 'user', '旧的问题', '{"version":1,"artifact_ids":[]}', true);
INSERT INTO public.messages VALUES (5, 'msg_5', 'conv_2', 'ann', 'assistant', 'Old.', '{"version":1,"artifact_ids":[]}', true);
INSERT INTO public.messages VALUES (6, 'msg_6', 'conv_2', 'ann', 'user', '新的问题', '{"version":1,"artifact_ids":[]}', false);
INSERT INTO public.model_calls VALUES (1, 'ann', '2026-11-19T21:43:48.862140+00:00', 'tool', 'openai:gpt', 'ask', 10, 2, 0.5, 1, 'calls.taken.e726ba66839b467c905e2edf2eb376e5.jsonl', '{"conversation": "conv_1", "messages": [], "reply": "ok", "feedback": null}', 'call_01a1f5c40d7e704489f8bcdf6bff16f1', 'turn_1', 'Note', 'make_note', '', 'accepted');
INSERT INTO public.model_calls VALUES (2, 'ann', '2026-11-19T21:43:48.862489+00:00', 'step', 'openai:gpt', 'ask', 0, 0, 0, 0.5, 'calls.taken.e726ba66839b467c905e2edf2eb376e5.jsonl', '{"conversation": "conv_1", "messages": [], "reply": "", "feedback": null}', 'call_01a1f5c40d7e7045b72e411f818226b8', 'turn_1', '', '', 'model_busy', 'failed');
INSERT INTO public.personas VALUES ('persona_1', 'proj_1', 'ann', '李娜', '李娜', true, '2026-02-03T04:05:06.000007+00:00', '{"basic_info": "34", "background": "护士", "pain_points": ["没时间"]}');
INSERT INTO public.project_feed VALUES ('proj_1', 1, 'ann', '2026-02-03T04:05:06.000007+00:00', 'block_added', 'person', '{"blocks": ["block_1"], "version": 1, "subject": "第一章"}');
INSERT INTO public.project_feed VALUES ('proj_1', 2, 'ann', '2026-02-03T04:05:06.000007+00:00', 'block_changed', 'person', '{"blocks": ["block_1"], "version": 2, "subject": "第一章"}');
INSERT INTO public.project_feed VALUES ('proj_1', 3, 'ann', '2026-02-03T04:05:06.000007+00:00', 'block_added', 'person', '{"blocks": ["block_2"], "version": 1, "subject": "Intro"}');
INSERT INTO public.project_feed VALUES ('proj_1', 4, 'ann', '2026-02-03T04:05:06.000007+00:00', 'block_added', 'person', '{"blocks": ["block_3"], "version": 1, "subject": "Old"}');
INSERT INTO public.project_feed VALUES ('proj_1', 5, 'ann', '2026-02-03T04:05:06.000007+00:00', 'blocks_removed', 'person', '{"blocks": ["block_3"], "subject": "Old"}');
INSERT INTO public.project_feed VALUES ('proj_1', 6, 'ann', '2026-02-03T04:05:06.000007+00:00', 'persona_changed', 'person', '{"subject": "李娜"}');
INSERT INTO public.project_feed VALUES ('proj_1', 7, 'ann', '2026-02-03T04:05:06.000007+00:00', 'evaluation_added', 'person', '{"blocks": ["block_1"], "subject": "eval_1"}');
INSERT INTO public.projects VALUES ('proj_2', 'ann', 'Gone', NULL, '2026-02-03T04:05:06.000007+00:00', '2026-02-03T04:05:06.000007+00:00', 'intent', '[["intent", "in_progress"], ["research", "pending"], ["design_inner", "pending"], ["produce_inner", "pending"], ["design_outer", "pending"], ["produce_outer", "pending"], ["evaluate", "pending"]]', NULL, 0);
INSERT INTO public.projects VALUES ('proj_1', 'ann', '雨', '雨', '2026-02-03T04:05:06.000007+00:00', NULL, 'intent', '[["intent", "in_progress"], ["research", "pending"], ["design_inner", "pending"], ["produce_inner", "pending"], ["design_outer", "pending"], ["produce_outer", "pending"], ["evaluate", "pending"]]', NULL, 7);
INSERT INTO public.skills VALUES ('skill_1', 'ann', 'plain', '2026-02-03T04:05:06.000007+00:00', '{"title": "", "description": "Plain words.", "instructions": "Use plain words.", "files": {"a.md": "雨"}}');
INSERT INTO public.steps VALUES ('turn_1/make_note/1', '{"made": "art_1"}', 0);
INSERT INTO public.summaries VALUES ('conv_1', 'turn_1', 'ann', 'They made a note.');
INSERT INTO public.turns VALUES ('turn_1', 'conv_1', 'ann', 'finished', NULL, '\x789c5d53418e133110fc0af239897639ac20cfe0ba5959de71cfc48a63cfda3d9b842812fc81137c8003421c9110bf5904fc826a7b2659717377b5cbdd55eda37aa4945d0c6a793d53ceaaa5e221057dad66aa894140c38075812453a0b80b9490302120da52cea623c4bfde7f7cfafeeee9c7cfdf5f3efcf9faed82d5fb88531c189547e50253e04a2a27dd243280cabbadb3141ad45d2d5e2361827516a0e6187d56cbdb3b10474b5eb32b7d6446894916b769df53c364b514488b895d6b1a06943981a43b206b5d4295ee0873d457b369890fbaf5a61b5f48f4305006d514b62e10b030788fa6bc49ae3dd4f024e48607a00a552eafa9f4123a5cd1a30602de1e57aa474b795548576ae382c57905fadcc79069a54e7797ab6777547fb026b06be6c6bd78b9b8b911a18cf7187412456dcd8674881807edd2d6b1c8408f10b7c050d0cc5be7690ea5eda114ed21894e4340c1d54c99bc2946d509118d4a982ed12443ee8b6d470c4c7dbd267dd413c70d8d5c367a2824e705a24c70d5d60862adc95b3d601c3fe225717fa83b724fdd10b4614d7d6cd6f58964a06965be64b14bfdc053bf3bc76b9bccee6cd1d4cd380eb369c497311625c6f9721c5273b116b44ddc962d7dfe3bc42a591df20ee962f065f3df88a40ba4a67d13ea63fd5148955f3341fa39eb3939d217ff662a186940fdfdf479c17b595e76ecc78c6cab7b8be0fad54c0dc1c95b47a8eab258394de1b13fb5376c94ac6f43ae2fce6d8dfc0c19bc599bd04dced660fa5e2e6717bafff491601793180995e0eee974fa07ecf276be', false, '', 0, NULL);
INSERT INTO public.turns VALUES ('turn_2', 'conv_1', 'ann', 'waiting', NULL, '\x789c6d53cb6ee3300cfc9540e724687b28b0b92cf6b23fd114022bd1b61059f24a745d23c8bfefc8b2932db0277338141f43faaa3e396517833a3def95b3eaa4644c41bfa8bd3231149204b45ea8e2d1cfa0e21438c1412100f59c33b50cfc2bd81d85281dd8bbbfbe054e7114445d950bc2416ac262699398402d351b673918c43d1d7fc041c13a0b524b8c3eabd3db3b1247cb5e8b5b7ac882104a16aff96b60236c750928ed25710d1901952521493bc36b5d42946e1933d4aa991a9659379edab542e23f2367a4da60e302830ba3f768ca5372cd5ce1ad242719c1aa899cb8d09656428b177a95a0706fd7b31ad0513e2f39cfeae282857d46f63cc490f9ac6eef8fa7f7c5a861b614c49903b9ddcbf1f5b5e844de63ce4d13d5d385358467856eb9775254e04f68bbd010900e8df37c80d0765e82bea0884e6340c0d35e51bed43d15a3ac18df550b6a136f42e46159dc1523f3505f9656aa25f1c26b3a1b3d342af6112833f66a2b825c1d7bab474ce4577e717cccf54a3eb81d8326d13c44d3d5128972c735f3c38b6b1a46d9763239e96ca2e9bea4ad9b8a48844c57c6a8b888b1ce97e398cc63b9486b62bfdce9bfff46d9569587edb79bff1dd36eea62ff53fd47455c1abb6151aca77293a5a0e928b49ba2156c87ed722ef7f3bdaf02a6988a80e80eaade6eb7bf666540b3', false, '', 0, NULL);
INSERT INTO public.turns VALUES ('turn_3', 'conv_1', 'ann', 'finished', NULL, '\x789c5d53c16edb300cfd9540e7246837a0c072d93fecb2435308ac44db4214c993e8ba46907fdf936437c36e7a7c14453e3eddd407a7ec6250a7e7bd72569d944c29e8ef6aaf4c0c852401ad2b5522fa19549c0327042804a02be74c3d03ff1e48762eef12b9f0f3c1b4dbc0294e82bc9b724138482b594eda242650f5d5ce590e06794fc71f0850b0ce82d412a3cfeaf4fa86c2d1b2d7e26a17599042c9e2367f8e6c84ad2e09a5c124ae2323a0b22414e91744ad4bc8d23d638af66aa68e65d19da77e7d21f19f89334a6db07381c185c97b34e529b96e69f05e8a934c6015b25c1eb8f6127a5cd1ab06857cbd9dd58896f2b9163dab8b0b16e733cae73186cc67757f7b5cfdda8d1a174b419c3990db7d3bbebc14a1c87b0cba89a2ae74611d22c641bb7c755264e00f885b69284887ce793e4069bbd4a44f48a2d31490f0b457942f75516d42a05509ea136f32e4b1aeed8681796cd74a1fed24f1c26b2d1b3d142ae72350666cd53604b106f6564f18c7af7c0dbc2fcd23efdc4f4193681ea319da1389a069abfc88c24be3245bbfb393c1269abf56b475b38e2342a6ec65c5458975be1ca7641eab455913afd5a5fffe8db2aaeaf83c73aafb7dd8fe17ec5e6c3fc34ce9587cce86dd5885ba52316279c70c14fa4dc8063637bb9c5de8ff6ba78039a6a21b9a8298f7fbfd2fdb413f07', false, '', 0, NULL);
INSERT INTO public.turns VALUES ('turn_4', 'conv_2', 'ann', 'finished', NULL, '\x789c5d52416e1c2110fc0be7d5ca8972c97e220f8822d4861e062dd34ca0f178b5da5bfe60cbc75c72cbb312f9176960c663e54675354575d157f58029fb48eaf4e1a0bc5527c52591fea40eca44aa24b0d0ba51b5a23f0a1517c2240520123461cee050f09fa75f7f5f7ebc3efd7efdf9bc13fdf2945d934db1b0f45e952746e22e5b4fda2404a1dacb83b74846faee8e9fa50064bd1552738c21abd3d76fa21e2d06cdbe39c92c2d90acdcc6c7190da3d5b5a19a4cec07302c54e62422ee2255eb9374698732497f35c3807cd14300b7be90f07bc12c521b1c3ca1705442105301921f2e1ddeaa387011564997cf23362fe4e48a5e83a8e45e7c4bbed60c842096df8d8793e73a053e48365bed5106d0a990e0bb83827c6ed9763f82d636700937d3796e215fc51ecefd5a7dab9f389e71d5b231c83cf57c149451fec07624a38d18ac2ec43eac7c2bdc5fbaf77b748534b0c6399ab13f914012e8ca7b557e7e2ebcf95d3c8f36c1f216e8e6661d87194c4d71c5830fb8ce97634966ff089135716a3bf57e9bcf9e6cdbd1bc606abfb12fea97608f7517d1a09f5b3c13d465a9ea6604725b7c1d6c1be773f6e4fe3351c112534d4bac4884b7dbed1f47fb24bc', true, 'msg_4', 0, NULL);
INSERT INTO public.turns VALUES ('turn_5', 'conv_2', 'ann', 'finished', NULL, '\x789c5d52518e142114bc0bdf93c96ae226ce253c80318485d734191a5a786cef64327f9e418d9f1ec0782acddec202bab737fe51558f47bde25dc523a5ec6210a73707e18c38092e29c877e220740c55540c5936a932f22da4b8044a2054084013e5ac2c01fff9fafbef8f2fcfdf7e3dfffcbe0bfdf294adbc07996261d45e850b4c817bdb7a923a9182d45e1e9ca1a05177777c0f4205e30c44c931fa2c4e1f3fa17b34e425bbe624334a5432b84d4f336926236b413599d80d4a33a4cc094dec05ac710955d21226e9af6635105fe4e0955d5f48f4b95046ab0d0e2e10b450bc8729af921b2e1dde6a73c505aa4095cb23352fc1e28a5c83a8e24ebe245f39adbc87e557e3d1e4b84e418fc866e39e30804c2500df1d84cae7966df703b496299b68339de716f215f668eed7ea5bfdc4f14c6b2f133de6a9e7235026fc81e908a38de48d2c819d5ff5463c5cbaf707b22548c592e6a8c7fe445248a077de59fcfc5c78f3bb381e4d52cb4ba09b9b751c66a56b8a2b1e9ca775be1c4bd2fb47a0ad8e53dba9d7db7c76c1b41dcd0ba5f61bfba27ef0e658779134b9b9c533a9ba2cb5bb1e55b05b7c1d6c1be77276c1fe67a28225a69a16ac20c2dbedf60f694424c7', false, 'msg_6', 0, NULL);
SELECT pg_catalog.setval('public.ledger_number_seq', 1, true);
SELECT pg_catalog.setval('public.library_chunks_number_seq', 1, true);
SELECT pg_catalog.setval('public.messages_number_seq', 6, true);
SELECT pg_catalog.setval('public.model_calls_number_seq', 2, true);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.answers
    ADD CONSTRAINT answers_pkey PRIMARY KEY (ask_id);
ALTER TABLE ONLY public.app_compilations
    ADD CONSTRAINT app_compilations_pkey PRIMARY KEY (owner, digest);
ALTER TABLE ONLY public.app_events
    ADD CONSTRAINT app_events_pkey PRIMARY KEY (run_id, number);
ALTER TABLE ONLY public.app_runs
    ADD CONSTRAINT app_runs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.app_versions
    ADD CONSTRAINT app_versions_pkey PRIMARY KEY (app_id, number);
ALTER TABLE ONLY public.apps
    ADD CONSTRAINT apps_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.artifacts
    ADD CONSTRAINT artifacts_owner_lineage_artifact_version_key UNIQUE (owner, lineage, artifact_version);
ALTER TABLE ONLY public.artifacts
    ADD CONSTRAINT artifacts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.asks
    ADD CONSTRAINT asks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_pkey PRIMARY KEY (conversation_id, owner, name);
ALTER TABLE ONLY public.block_dependencies
    ADD CONSTRAINT block_dependencies_pkey PRIMARY KEY (block_id, needed_id);
ALTER TABLE ONLY public.block_proposals
    ADD CONSTRAINT block_proposals_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.block_texts
    ADD CONSTRAINT block_texts_pkey PRIMARY KEY (block_id, block_version);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_project_id_taken_key UNIQUE (project_id, taken);
ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.creator_facts
    ADD CONSTRAINT creator_facts_owner_taken_key UNIQUE (owner, taken);
ALTER TABLE ONLY public.creator_facts
    ADD CONSTRAINT creator_facts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.evaluations
    ADD CONSTRAINT evaluations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.job_workers
    ADD CONSTRAINT job_workers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.journal
    ADD CONSTRAINT journal_pkey PRIMARY KEY (turn_id, number);
ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_turn_id_artifact_id_key UNIQUE (turn_id, artifact_id);
ALTER TABLE ONLY public.library_chunks
    ADD CONSTRAINT library_chunks_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.library_documents
    ADD CONSTRAINT library_documents_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.library_vectors
    ADD CONSTRAINT library_vectors_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_id_key UNIQUE (id);
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.model_calls
    ADD CONSTRAINT model_calls_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.personas
    ADD CONSTRAINT personas_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.personas
    ADD CONSTRAINT personas_project_id_taken_key UNIQUE (project_id, taken);
ALTER TABLE ONLY public.project_feed
    ADD CONSTRAINT project_feed_pkey PRIMARY KEY (project_id, number);
ALTER TABLE ONLY public.project_presets
    ADD CONSTRAINT project_presets_owner_kind_taken_key UNIQUE (owner, kind, taken);
ALTER TABLE ONLY public.project_presets
    ADD CONSTRAINT project_presets_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_owner_taken_key UNIQUE (owner, taken);
ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.quiz_submissions
    ADD CONSTRAINT quiz_submissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.quiz_submissions
    ADD CONSTRAINT quiz_submissions_share_id_once_key UNIQUE (share_id, once);
ALTER TABLE ONLY public.quiz_submissions
    ADD CONSTRAINT quiz_submissions_share_id_student_attempt_key UNIQUE (share_id, student, attempt);
ALTER TABLE ONLY public.school_imports
    ADD CONSTRAINT school_imports_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.school_permissions
    ADD CONSTRAINT school_permissions_pkey PRIMARY KEY (owner);
ALTER TABLE ONLY public.school_rubrics
    ADD CONSTRAINT school_rubrics_pkey PRIMARY KEY (owner, name);
ALTER TABLE ONLY public.shares
    ADD CONSTRAINT shares_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.signing_keys
    ADD CONSTRAINT signing_keys_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.skills
    ADD CONSTRAINT skills_owner_name_key UNIQUE (owner, name);
ALTER TABLE ONLY public.skills
    ADD CONSTRAINT skills_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.steps
    ADD CONSTRAINT steps_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.summaries
    ADD CONSTRAINT summaries_pkey PRIMARY KEY (conversation_id, upto_turn);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.turns
    ADD CONSTRAINT turns_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX app_events_by_key ON public.app_events USING btree (run_id, key);
CREATE INDEX app_runs_by_app ON public.app_runs USING btree (app_id, id);
CREATE INDEX apps_by_owner ON public.apps USING btree (owner, id);
CREATE INDEX artifacts_by_name ON public.artifacts USING btree (owner, name);
CREATE INDEX artifacts_by_owner ON public.artifacts USING btree (owner, made_at);
CREATE INDEX block_dependencies_by_needed ON public.block_dependencies USING btree (needed_id);
CREATE INDEX block_dependencies_by_project ON public.block_dependencies USING btree (project_id);
CREATE INDEX block_proposals_by_project ON public.block_proposals USING btree (project_id, id);
CREATE INDEX conversations_by_owner ON public.conversations USING btree (owner, started_at);
CREATE INDEX evaluations_by_project ON public.evaluations USING btree (project_id, id);
CREATE INDEX ix_model_calls_call_id ON public.model_calls USING btree (call_id);
CREATE INDEX ix_model_calls_source ON public.model_calls USING btree (source);
CREATE INDEX ix_model_calls_turn_id ON public.model_calls USING btree (turn_id);
CREATE INDEX library_chunks_by_document ON public.library_chunks USING btree (document_id, page, start);
CREATE INDEX library_chunks_by_terms ON public.library_chunks USING gin (terms);
CREATE INDEX library_chunks_by_titles ON public.library_chunks USING gin (titles);
CREATE INDEX library_documents_by_owner ON public.library_documents USING btree (owner, shelf);
CREATE INDEX library_vectors_by_document ON public.library_vectors USING btree (document_id);
CREATE INDEX library_vectors_by_scope ON public.library_vectors USING btree (scope, model, dimensions);
CREATE INDEX messages_by_conversation ON public.messages USING btree (conversation_id, owner, is_replaced, number);
CREATE INDEX model_calls_by_owner ON public.model_calls USING btree (owner, at);
CREATE INDEX school_imports_by_owner ON public.school_imports USING btree (owner, id);
CREATE INDEX shares_by_owner ON public.shares USING btree (owner, id);
CREATE INDEX turns_by_conversation ON public.turns USING btree (conversation_id, is_replaced, id);
CREATE INDEX turns_by_output ON public.turns USING btree (owner) WHERE (output IS NOT NULL);
ALTER TABLE ONLY public.answers
    ADD CONSTRAINT answers_ask_id_fkey FOREIGN KEY (ask_id) REFERENCES public.asks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.app_events
    ADD CONSTRAINT app_events_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.app_runs(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.app_runs
    ADD CONSTRAINT app_runs_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.app_versions
    ADD CONSTRAINT app_versions_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.asks
    ADD CONSTRAINT asks_turn_id_fkey FOREIGN KEY (turn_id) REFERENCES public.turns(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.block_dependencies
    ADD CONSTRAINT block_dependencies_block_id_fkey FOREIGN KEY (block_id) REFERENCES public.blocks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.block_dependencies
    ADD CONSTRAINT block_dependencies_needed_id_fkey FOREIGN KEY (needed_id) REFERENCES public.blocks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.block_dependencies
    ADD CONSTRAINT block_dependencies_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.block_proposals
    ADD CONSTRAINT block_proposals_block_id_fkey FOREIGN KEY (block_id) REFERENCES public.blocks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.block_proposals
    ADD CONSTRAINT block_proposals_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.block_texts
    ADD CONSTRAINT block_texts_block_id_fkey FOREIGN KEY (block_id) REFERENCES public.blocks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES public.blocks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);
ALTER TABLE ONLY public.evaluations
    ADD CONSTRAINT evaluations_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.journal
    ADD CONSTRAINT journal_turn_id_fkey FOREIGN KEY (turn_id) REFERENCES public.turns(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_turn_id_fkey FOREIGN KEY (turn_id) REFERENCES public.turns(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.library_chunks
    ADD CONSTRAINT library_chunks_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.library_documents(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.library_vectors
    ADD CONSTRAINT library_vectors_number_fkey FOREIGN KEY (number) REFERENCES public.library_chunks(number) ON DELETE CASCADE;
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.personas
    ADD CONSTRAINT personas_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.project_feed
    ADD CONSTRAINT project_feed_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.quiz_submissions
    ADD CONSTRAINT quiz_submissions_share_id_fkey FOREIGN KEY (share_id) REFERENCES public.shares(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.summaries
    ADD CONSTRAINT summaries_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.turns
    ADD CONSTRAINT turns_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
