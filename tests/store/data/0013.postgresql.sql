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
INSERT INTO public.alembic_version VALUES ('0013');
INSERT INTO public.answers VALUES ('ask_1', 'ann', '{"version":1,"status":"answered","answers":[{"id":"1","value":"kids","label":null,"note":null,"skipped":false}],"outline_lines":[],"said":null}');
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
INSERT INTO public.conversations VALUES ('conv_1', 'ann', '做一份笔记', '2026-11-16T18:26:59.728732+00:00', NULL);
INSERT INTO public.conversations VALUES ('conv_2', 'ann', '旧的问题', '2026-11-16T18:26:59.857384+00:00', 'proj_1');
INSERT INTO public.journal VALUES ('turn_1', 1, 1, 'turn_started', '{"version":1,"kind":"turn_started","turn_id":"turn_1","conversation_id":""}');
INSERT INTO public.journal VALUES ('turn_1', 2, 2, 'tool_started', '{"version":1,"kind":"tool_started","call_id":"c1","tool":"make_note"}');
INSERT INTO public.journal VALUES ('turn_1', 6, 6, 'text_ended', '{"version":1,"kind":"text_ended","text_id":"text_1"}');
INSERT INTO public.journal VALUES ('turn_1', 5, 3, 'text_grew', '{"version": 1, "kind": "text_grew", "text_id": "text_1", "text": "Ready.", "ends": {"3": 2, "4": 4, "5": 6}}');
INSERT INTO public.journal VALUES ('turn_1', 7, 7, 'turn_finished', '{"version":1,"kind":"turn_finished","outcome":{"version":1,"kind":"delivered","message":"Ready.","artifacts":[{"id":"art_1","artifact_version":1,"artifact_kind":"note","name":"雨.txt","title":"雨","size":18,"units":{},"is_run":null,"lineage":""}],"receipt":{"made":[],"changed":[],"changes":[],"missing":[],"sources":[],"words":"ours"}}}');
INSERT INTO public.ledger VALUES (1, 'turn_1', 'art_1', '{"artifact":{"id":"art_1","artifact_version":1,"artifact_kind":"note","name":"雨.txt","title":"雨","size":18,"units":{},"is_run":null,"lineage":""},"tool":"make_note","call_id":"c1","changes":null}');
INSERT INTO public.library_chunks VALUES (1, 'doc_01a1e59cc8f6709fae098a8b4bc79965', 1, 0, '雨从海上来，落在叶子上。', 'sfed03448d4eac955737eeb1ba0cda332d258d0d0', '''上'':10 ''上来'':4 ''从海'':2 ''叶子'':8 ''在叶'':7 ''子上'':9 ''来'':5 ''海上'':3 ''落在'':6 ''雨从'':1', '''雨'':1');
INSERT INTO public.library_documents VALUES ('doc_01a1e59cc8f6709fae098a8b4bc79965', 'ann', '', '雨.pdf', 'ready', '2026-11-16T18:26:59.958448+00:00', 9, 1, 12, 1794853739.968873, '{"problem": null, "pages": []}');
INSERT INTO public.messages VALUES (1, 'msg_1', 'conv_1', 'ann', 'user', '做一份笔记', '{"version":1,"artifact_ids":[]}', false);
INSERT INTO public.messages VALUES (2, 'msg_2', 'conv_1', 'ann', 'assistant', 'Ready.', '{"version":1,"artifact_ids":["art_1"]}', false);
INSERT INTO public.messages VALUES (3, 'msg_3', 'conv_1', 'ann', 'user', 'What is rain?', '{"version":1,"artifact_ids":[]}', false);
INSERT INTO public.messages VALUES (4, 'msg_4', 'conv_2', 'ann', 'user', '旧的问题', '{"version":1,"artifact_ids":[]}', true);
INSERT INTO public.messages VALUES (5, 'msg_5', 'conv_2', 'ann', 'assistant', 'Old.', '{"version":1,"artifact_ids":[]}', true);
INSERT INTO public.messages VALUES (6, 'msg_6', 'conv_2', 'ann', 'user', '新的问题', '{"version":1,"artifact_ids":[]}', false);
INSERT INTO public.model_calls VALUES (1, 'ann', '2026-11-16T18:26:59.980741+00:00', 'tool', 'openai:gpt', 'ask', 10, 2, 0.5, 1, 'calls.taken.99d35dfbefd847fa97bed5e842cd453d.jsonl', '{"conversation": "conv_1", "messages": [], "reply": "ok", "feedback": null}', 'call_01a1e59cc90c70b886296fc9657faa2e', 'turn_1', 'Note', 'make_note', '', 'accepted');
INSERT INTO public.model_calls VALUES (2, 'ann', '2026-11-16T18:26:59.981006+00:00', 'step', 'openai:gpt', 'ask', 0, 0, 0, 0.5, 'calls.taken.99d35dfbefd847fa97bed5e842cd453d.jsonl', '{"conversation": "conv_1", "messages": [], "reply": "", "feedback": null}', 'call_01a1e59cc90c70b9a4f8c3535922457b', 'turn_1', '', '', 'model_busy', 'failed');
INSERT INTO public.project_feed VALUES ('proj_1', 1, 'ann', '2026-02-03T04:05:06.000007+00:00', 'block_added', 'person', '{"blocks": ["block_1"], "version": 1, "subject": "第一章"}');
INSERT INTO public.project_feed VALUES ('proj_1', 2, 'ann', '2026-02-03T04:05:06.000007+00:00', 'block_changed', 'person', '{"blocks": ["block_1"], "version": 2, "subject": "第一章"}');
INSERT INTO public.project_feed VALUES ('proj_1', 3, 'ann', '2026-02-03T04:05:06.000007+00:00', 'block_added', 'person', '{"blocks": ["block_2"], "version": 1, "subject": "Intro"}');
INSERT INTO public.project_feed VALUES ('proj_1', 4, 'ann', '2026-02-03T04:05:06.000007+00:00', 'block_added', 'person', '{"blocks": ["block_3"], "version": 1, "subject": "Old"}');
INSERT INTO public.project_feed VALUES ('proj_1', 5, 'ann', '2026-02-03T04:05:06.000007+00:00', 'blocks_removed', 'person', '{"blocks": ["block_3"], "subject": "Old"}');
INSERT INTO public.projects VALUES ('proj_2', 'ann', 'Gone', NULL, '2026-02-03T04:05:06.000007+00:00', '2026-02-03T04:05:06.000007+00:00', 'intent', '[["intent", "in_progress"], ["research", "pending"], ["design_inner", "pending"], ["produce_inner", "pending"], ["design_outer", "pending"], ["produce_outer", "pending"], ["evaluate", "pending"]]', NULL, 0);
INSERT INTO public.projects VALUES ('proj_1', 'ann', '雨', '雨', '2026-02-03T04:05:06.000007+00:00', NULL, 'intent', '[["intent", "in_progress"], ["research", "pending"], ["design_inner", "pending"], ["produce_inner", "pending"], ["design_outer", "pending"], ["produce_outer", "pending"], ["evaluate", "pending"]]', NULL, 5);
INSERT INTO public.steps VALUES ('turn_1/make_note/1', '{"made": "art_1"}', 1794853679.789808);
INSERT INTO public.summaries VALUES ('conv_1', 'turn_1', 'ann', 'They made a note.');
INSERT INTO public.turns VALUES ('turn_1', 'conv_1', 'ann', 'finished', NULL, '\x789c5d53418e133110fc0af23989361c56906770ddac2ccbee99b4e2d8b3b667931045823f70820f7040882312e2378b805f50ed994956dcdc5ded767555fba41e29658e41ad9633c54ead54e953d04b35533606014d01ac2b24990ac57da084840901d18e72362d21fef5fee3d3f7774f3f7efefef2e1cfd76f576cb88f38c5bea0f2a438140a65682a276d131940f5dd861d058bba9bc56b244c70ec00ea12a3cf6a75778fc6d191d7852b8f5c506292c36d3a74640b392d054231156e8c2d80724968d21e91759c50a55bc21cc3abd934548ebaf1a61d5f48f4d05346ab296c3810b0d07b0f52de246e8e437896e6a6f44015aa386fa872092daee8510301ef4e6bd581525ed7a66bb5e5e0705ea37dee62c8b456e7fbebd58b3baa3b3a130adbb9e1172f17b7b72294f11e834ea2a89dd9920e11e3802eedb8880cf408712b0c05cdbc614f7328ed8eb5e8004974ea030a6e66cae46d356a9810d1a88469134d32e4aeda76c2c0d40dd784c7702a714b632f173d1492f3025126b8ea8608626dc83bdd631c3fe236196836dca42eda4d3d6157babe4c7cf65c362e99fdc582e9b5916e29c68aee632c938efc73ec93bd5a87b636eeea163edf7eb14256833c235d0dbc6ef61b916c81d4b44fd2fa34fc18a4eaaf9820fdbceb2539b6affecc54304240fdfdf479510eb29c858b1f33b28dfc16c1f2d54cf581e5ad1354e32c564d5378ecc7c00d1b23eb6989bbeacccec8e6cbe07663423b393704d3f7e19c39b4ffe923c13e26310a2ac1bdf3f9fc0f8dd66c6c', false, '', 0, NULL);
INSERT INTO public.turns VALUES ('turn_2', 'conv_1', 'ann', 'waiting', NULL, '\x789c6d52cb6edb3010fc158367db487208505f8a5efa1351402cc8954498225572154530fcef1d8a92d3003d7187b3cfd9bda90f4ed9c5a02ecf47e5acba289952d02feaa84c0c852401ad57aafce86750710e9cf04121000d9c33750cfc2bd80385283dd8c77f8d054e711278dd940bc2416ac26269939840ad355b673918f83d9d7fe083827516a496187d5697b777248e96bd16b7f690052e942ca2f97364236c757128ed25712d190195252149b7e0d7ba042fdd3166a85533b52c8b6e3d755b85c47f26ce48b5c3d605061726efd194a7e4daa5c27b494e328155333971a12bad840e117a93a0706fb7468de828376bce465d5db0b01b64cf630c991b757fff0a7d2c468d8ba520ce9cc81d5eceafaf4527f21e73ee9aa881aeac213c2b74cb8393a2027f40db958680746a9de71384b6cbeaf40945749a021c9e8e8af2b5eea91865c578372da84bbc0b91c77571378ccc638d2cad544be295b774367a6854ec335066ecd55604b97af6564f98c86fbc49947bae913c46d3af16ae659c64d77c76d2db44f363097bb58a48844c5fdaacb80cbbf59fe394ccd7f290d6c461bdc37f6fbf6ca38ecff6db4dff8ee930f771f8a9fea3122e89ddb82a3250b9b952d0f414ba5db10af6c3753997fbf8de5701734c45207407d5eef7fb5f5b133661', false, '', 0, NULL);
INSERT INTO public.turns VALUES ('turn_3', 'conv_1', 'ann', 'finished', NULL, '\x789c5d52cb6edb3010fc958067db485a20407de93ff4d2431c100b72252d4c932ab98a6218fef70e29292e7ae370f6313bbb37f3c1b9488ae6f8b233e2cdd1e894a3fd6e76c6a5584952d0b651f5c7be804a73e48c0f8a11e8c2a550cfc0bf07d227294f9924fe7c304b36704e9322ee66242a475d4ad69775990954ebda89e7e810f77cf8810f8a5e3c48ab2985628e6fef289c3c07abd254144508658f6cfe1cd9297b5b03aac0acd291535045338af457fc7ac988b23d638aa56ba18ef56abb40fdda21f39f890b4a6db093c8e0e214024405cad25d1778afc54927b0065152066e5a628f14bb7a50c9b7dbc98c90544eade8c99c257abc4f285fc6140b9fccfdfd91fab51b335e3d4515b72779fa76787dad465108187433c55ce8cc36268c03b97c11ad36f007cc6d341ca47d2781f770da5f5bd0272cb1798a0878de192ae7b6a86542a0d509ea336f3694b1aded8681795cd2aa8ee5a5e9cc6b2d9f021caaef0350616cd52f08660d1cbc9d304e587997099e2d993c2637b4176e659c74d3338b0e3ed3fcb582addb2a57955cf57dc575d2557f4953768fd5a1ac4b977685ffde7e5d45bbe832736efb7b9cf52f9c733deb19c7920ff58ed9b18ccd880bd543ab7ddc40b1df8c5ac076ad528ac4fe3f3915cc29575f200a66ddeff7bf1e4034b5', false, '', 0, NULL);
INSERT INTO public.turns VALUES ('turn_4', 'conv_2', 'ann', 'finished', NULL, '\x789c5d524b8ed43010bd8bd7add680d8d097e0000859965d494aedd8c12e4fa6d5ea1d7718c4920d3b8e059a5bf06c27d323767ef5eaf3eab9aeea9152e618d4e9dd41b15327252505fd411d948da1924640eb46d5887e0f2aae8112022604a09972362301ff79fef5f7c7b797e7df2f3fbfdf895e3ce7b1b54db10872af8a835090deb6beb44d6440b5c9033b0a16790fc78f0898e0d881d412a3cfeaf4f90bba47475e0b37255990629243353d2d64859cae095564121e8c155059129a8c17441d2764e991b0499f9acd4072d18337e33621d1d74219ad7638702070a1780f51de241e2e1dde6a732305ac4216e7899a9630a2446f4654f21e7c75bec6acf11e92dfac47334bdd821ee1cd1e7bc2023a9500fc7050269f9bb75d0fd09666c644bbe8bc3493af90474b2fabb3fa4be299b65e2e7aec53df47a04cf803d711569bc83b5d82b0df789b0c36ec95b4443bb5177e7629b2eb59592697ccfa6ad83e6d932b626c7569c3037bdaf4e75892bd1b8db636ceed66de5eeb99836b3798574acdedfb217ef2ee586f8d2cf1d2d69f4d3d86dadd4e268cbb3d1dec17c5397318ff1351c11a5375035260d1ed76fb07c66c1a6a', true, 'msg_4', 0, NULL);
INSERT INTO public.turns VALUES ('turn_5', 'conv_2', 'ann', 'finished', NULL, '\x789c5d525b6edb3010bc0bbf0d2329d000f5257a80a22016e44a224c912ab98a6218feeb1992209f3d40d153a5c82d3a24a538e81f67671fb3c33dab7b4ed9c5a00eb73be5ac3a289953d09fd54e99180a49025a57aa44f4275071099c10a0108046ce997a067e7dfcf3f7e5e7dbd3efb75fcf57a2158fb9d77708a6380b72cfca05e120ad6d7969939840d5c99db31c0cf26ef65f10a0609d05a925469fd5e1db77748f96bd16579564410a258b6a7e98d8085b5d128ac824ae2323a0b22434e94f885a9790a57bc6266d6aa68ee5a43b4ffd3a21f18f99335a6db07381c185d97b88f2945c776af0529a93cc6015b25c1eb86a093d4af46a4421afc177e74bcc90f790fc613d1e9d942df81ede6cb1072ca0d31c806f768af2b17adbf400ad69d427de44e7a99a7c863c9e5a5999d55e128fbcf6b2d1639ff2de0365c61fd886b0dac0deea3988f32b6f1261c356c95334437de167a759363d8b93c1265ade0ddba6ad7245c8149756dc39cfabfe1ce764ae46a3ad8963bd998fd77a74c1d61bcc0ba7eaf6f510bf7abb2fb7c686dd54d71fa91c43e96e060afd664f03db45b99c5de8ff1351c0125371035260d1e572f907e6551a75', false, 'msg_6', 0, NULL);
SELECT pg_catalog.setval('public.ledger_number_seq', 1, true);
SELECT pg_catalog.setval('public.library_chunks_number_seq', 1, true);
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
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_id_key UNIQUE (id);
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.model_calls
    ADD CONSTRAINT model_calls_pkey PRIMARY KEY (number);
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
CREATE INDEX block_dependencies_by_needed ON public.block_dependencies USING btree (needed_id);
CREATE INDEX block_dependencies_by_project ON public.block_dependencies USING btree (project_id);
CREATE INDEX block_proposals_by_project ON public.block_proposals USING btree (project_id, id);
CREATE INDEX conversations_by_owner ON public.conversations USING btree (owner, started_at);
CREATE INDEX ix_model_calls_call_id ON public.model_calls USING btree (call_id);
CREATE INDEX ix_model_calls_source ON public.model_calls USING btree (source);
CREATE INDEX ix_model_calls_turn_id ON public.model_calls USING btree (turn_id);
CREATE INDEX library_chunks_by_document ON public.library_chunks USING btree (document_id, page, start);
CREATE INDEX library_chunks_by_terms ON public.library_chunks USING gin (terms);
CREATE INDEX library_chunks_by_titles ON public.library_chunks USING gin (titles);
CREATE INDEX library_documents_by_owner ON public.library_documents USING btree (owner, shelf);
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
ALTER TABLE ONLY public.journal
    ADD CONSTRAINT journal_turn_id_fkey FOREIGN KEY (turn_id) REFERENCES public.turns(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_turn_id_fkey FOREIGN KEY (turn_id) REFERENCES public.turns(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.library_chunks
    ADD CONSTRAINT library_chunks_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.library_documents(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.project_feed
    ADD CONSTRAINT project_feed_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.summaries
    ADD CONSTRAINT summaries_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.turns
    ADD CONSTRAINT turns_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
