BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0017');
CREATE TABLE answers (
	ask_id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (ask_id), 
	FOREIGN KEY(ask_id) REFERENCES asks (id) ON DELETE CASCADE
);
INSERT INTO "answers" VALUES('ask_1','ann','{"version":1,"status":"answered","answers":[{"id":"1","value":"kids","label":null,"note":null,"skipped":false}],"outline_lines":[],"said":null}');
CREATE TABLE app_compilations (
	owner VARCHAR(128) NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	blueprint TEXT NOT NULL, 
	PRIMARY KEY (owner, digest)
);
INSERT INTO "app_compilations" VALUES('ann','digest','{"name":"雨量"}');
CREATE TABLE app_events (
	run_id VARCHAR(64) NOT NULL, 
	number INTEGER NOT NULL, 
	"key" VARCHAR(200) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (run_id, number), 
	FOREIGN KEY(run_id) REFERENCES app_runs (id) ON DELETE CASCADE
);
INSERT INTO "app_events" VALUES('run_1',1,'page','data-page','{"title":"雨"}');
CREATE TABLE app_runs (
	id VARCHAR(64) NOT NULL, 
	app_id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	number INTEGER NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	request TEXT NOT NULL, 
	summary TEXT NOT NULL, 
	body BLOB NOT NULL, 
	job_id VARCHAR(64) NOT NULL, 
	batch_id VARCHAR(64) NOT NULL, 
	created_at VARCHAR(40) NOT NULL, 
	ended_at VARCHAR(40) NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(app_id) REFERENCES apps (id) ON DELETE CASCADE
);
INSERT INTO "app_runs" VALUES('run_1','app_1','ann',1,'waiting','{"inputs":{"class":"甲"},"budget":{},"retry_of":"","retried":""}','{"usage":{},"error":null}',X'789CAB562A484C4F55B2AA562AC92CC90132945ECE5EA154ABA3945F5A52505A520C9401724A8A12938172D1B1B500A9B01153','','','2026-11-19T21:43:45.592914+00:00','');
CREATE TABLE app_versions (
	app_id VARCHAR(64) NOT NULL, 
	number INTEGER NOT NULL, 
	parent INTEGER NOT NULL, 
	blueprint TEXT NOT NULL, 
	change TEXT NOT NULL, 
	created_at VARCHAR(40) NOT NULL, 
	PRIMARY KEY (app_id, number), 
	FOREIGN KEY(app_id) REFERENCES apps (id) ON DELETE CASCADE
);
INSERT INTO "app_versions" VALUES('app_1',1,0,'{"name":"雨量"}','{"type":"compile"}','2026-11-19T21:43:45.590342+00:00');
CREATE TABLE apps (
	id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	title TEXT NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	language VARCHAR(8) NOT NULL, 
	conversation_id VARCHAR(64) NOT NULL, 
	number INTEGER NOT NULL, 
	job_id VARCHAR(64) NOT NULL, 
	problem TEXT NOT NULL, 
	created_at VARCHAR(40) NOT NULL, 
	changed_at VARCHAR(40) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "apps" VALUES('app_1','ann','雨量','ready','zh','conv_1',1,'','','2026-11-19T21:43:45.589553+00:00','2026-11-19T21:43:45.590342+00:00');
CREATE TABLE "artifacts" (
	id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	conversation_id VARCHAR(64), 
	turn_id VARCHAR(64) NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	name VARCHAR(255) NOT NULL, 
	artifact_version INTEGER NOT NULL, 
	made_at VARCHAR(40) NOT NULL, 
	body TEXT NOT NULL, 
	lineage VARCHAR(64) NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT artifacts_owner_lineage_artifact_version_key UNIQUE (owner, lineage, artifact_version)
);
INSERT INTO "artifacts" VALUES('art_1','ann','conv_1','turn_1','note','雨.txt',1,'2026-01-02T03:04:05.000006+00:00','{"id": "art_1", "version": 1, "kind": "note", "name": "\u96e8.txt", "title": "\u96e8", "size": 18, "sha256": "8caf6e45722643fb0b3ae1f2e938de2eb73a328f9e879bf2d8a7ad2df0e2e572", "report": [], "made_at": "2026-01-02T03:04:05.000006Z", "owner": "ann", "turn_id": "turn_1", "digests": {"\u96e8.txt": "8caf6e45722643fb0b3ae1f2e938de2eb73a328f9e879bf2d8a7ad2df0e2e572", "beside.txt": "5bcaffed4d27f7b2dd939334aa6032a0770b552e4059c50e76b5c8e64219af93"}, "units": {}, "is_run": null}','art_1');
CREATE TABLE asks (
	id VARCHAR(64) NOT NULL, 
	turn_id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(turn_id) REFERENCES turns (id) ON DELETE CASCADE
);
INSERT INTO "asks" VALUES('ask_1','turn_2','ann','{"version":1,"kind":"clarification","title":"For whom?","preface":null,"questions":[{"id":"1","question":"For whom?","options":[{"label":"Kids","value":"kids","description":null}],"recommended":null,"allow_freeform":true,"placeholder":null,"multi_select":false}],"outline_lines":[],"hint":null,"id":"ask_1","turn_id":"turn_2","owner":"ann"}');
CREATE TABLE attachments (
	conversation_id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	name VARCHAR(255) NOT NULL, 
	characters INTEGER NOT NULL, 
	text BLOB NOT NULL, 
	PRIMARY KEY (conversation_id, owner, name), 
	FOREIGN KEY(conversation_id) REFERENCES conversations (id) ON DELETE CASCADE
);
INSERT INTO "attachments" VALUES('conv_2','ann','讲义.md',12,X'789C535678397B0517179078B2BBEFD9D6ED4F76743D9BBBF47143131700C5EB0F6C');
CREATE TABLE block_dependencies (
	block_id VARCHAR(64) NOT NULL, 
	needed_id VARCHAR(64) NOT NULL, 
	project_id VARCHAR(64) NOT NULL, 
	rank INTEGER NOT NULL, 
	PRIMARY KEY (block_id, needed_id), 
	FOREIGN KEY(block_id) REFERENCES blocks (id) ON DELETE CASCADE, 
	FOREIGN KEY(needed_id) REFERENCES blocks (id) ON DELETE CASCADE, 
	FOREIGN KEY(project_id) REFERENCES projects (id) ON DELETE CASCADE
);
CREATE TABLE block_proposals (
	id VARCHAR(64) NOT NULL, 
	project_id VARCHAR(64) NOT NULL, 
	block_id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	based_on INTEGER NOT NULL, 
	created_at VARCHAR(40) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(project_id) REFERENCES projects (id) ON DELETE CASCADE, 
	FOREIGN KEY(block_id) REFERENCES blocks (id) ON DELETE CASCADE
);
CREATE TABLE block_texts (
	block_id VARCHAR(64) NOT NULL, 
	block_version INTEGER NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	written_at VARCHAR(40) NOT NULL, 
	characters INTEGER NOT NULL, 
	text BLOB NOT NULL, author VARCHAR(16) DEFAULT 'person' NOT NULL, reason TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (block_id, block_version), 
	FOREIGN KEY(block_id) REFERENCES blocks (id) ON DELETE CASCADE
);
INSERT INTO "block_texts" VALUES('block_1',1,'ann','2026-02-03T04:05:06.000007+00:00',5,X'789C4BCB2C2A2E010006570229','person','');
INSERT INTO "block_texts" VALUES('block_1',2,'ann','2026-02-03T04:05:06.000007+00:00',6,X'789C7B397BC593DD7DCFB66E7FB2A3EBD9DCA58F1B9A007E7E0CDF','person','');
INSERT INTO "block_texts" VALUES('block_2',1,'ann','2026-02-03T04:05:06.000007+00:00',5,X'789C4B4ACDC92F0700061C021A','person','');
INSERT INTO "block_texts" VALUES('block_3',1,'ann','2026-02-03T04:05:06.000007+00:00',3,X'789CCBCF490100028C0140','person','');
CREATE TABLE blocks (
	id VARCHAR(64) NOT NULL, 
	project_id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	parent_id VARCHAR(64), 
	name VARCHAR(80) NOT NULL, 
	taken VARCHAR(400), 
	position INTEGER NOT NULL, 
	block_version INTEGER NOT NULL, 
	characters INTEGER NOT NULL, 
	created_at VARCHAR(40) NOT NULL, 
	changed_at VARCHAR(40) NOT NULL, 
	removal VARCHAR(64), depth INTEGER DEFAULT '0' NOT NULL, status VARCHAR(16) DEFAULT 'pending' NOT NULL, is_stale BOOLEAN DEFAULT 0 NOT NULL, digest TEXT DEFAULT '' NOT NULL, block_type VARCHAR(16) DEFAULT 'field' NOT NULL, settings TEXT DEFAULT '{}' NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (project_id, taken), 
	FOREIGN KEY(project_id) REFERENCES projects (id) ON DELETE CASCADE, 
	FOREIGN KEY(parent_id) REFERENCES blocks (id) ON DELETE CASCADE
);
INSERT INTO "blocks" VALUES('block_1','proj_1','ann',NULL,'第一章','/第一章',1,2,6,'2026-02-03T04:05:06.000007+00:00','2026-02-03T04:05:06.000007+00:00',NULL,0,'completed',0,'','field','{}');
INSERT INTO "blocks" VALUES('block_2','proj_1','ann','block_1','Intro','block_1/intro',1,1,5,'2026-02-03T04:05:06.000007+00:00','2026-02-03T04:05:06.000007+00:00',NULL,1,'completed',0,'','field','{}');
INSERT INTO "blocks" VALUES('block_3','proj_1','ann',NULL,'Old',NULL,2,1,3,'2026-02-03T04:05:06.000007+00:00','2026-02-03T04:05:06.000007+00:00','removal_1',0,'completed',0,'','field','{}');
CREATE TABLE conversations (
	id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	title TEXT NOT NULL, 
	started_at VARCHAR(40) NOT NULL, project_id VARCHAR(64) REFERENCES projects (id), 
	PRIMARY KEY (id)
);
INSERT INTO "conversations" VALUES('conv_1','ann','做一份笔记','2026-11-19T21:43:45.175912+00:00',NULL);
INSERT INTO "conversations" VALUES('conv_2','ann','旧的问题','2026-11-19T21:43:45.270512+00:00','proj_1');
CREATE TABLE creator_facts (
	id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	text TEXT NOT NULL, 
	taken VARCHAR(64) NOT NULL, 
	said TEXT NOT NULL, 
	created_at VARCHAR(40) NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (owner, taken)
);
INSERT INTO "creator_facts" VALUES('fact_1','ann','给护士写作','de32f2f6dc7b2004ff016051e00a0f27267e8448fd504b06b6905ff5d5857f9e','我给护士写作','2026-02-03T04:05:06.000007+00:00');
CREATE TABLE evaluations (
	id VARCHAR(64) NOT NULL, 
	project_id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(project_id) REFERENCES projects (id) ON DELETE CASCADE
);
INSERT INTO "evaluations" VALUES('eval_1','proj_1','ann','{"id":"eval_1","project_id":"proj_1","owner":"ann","created":"2026-02-03T04:05:06.000007Z","source":"","targets":[{"block_id":"block_1","path":"第一章","text_version":2,"characters":6,"sha256":"0000000000000000000000000000000000000000000000000000000000000000"}],"roles":[{"role":"editor","status":"failed","score":null,"dimensions":[],"dialogues":[],"problem":"busy"}],"score":5.0,"suggestions":[],"diagnosis":null,"diagnosis_problem":"","dimensions":[]}');
CREATE TABLE job_workers (
	id VARCHAR(64) NOT NULL, 
	place VARCHAR(200) NOT NULL, 
	beats INTEGER NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE journal (
	turn_id VARCHAR(64) NOT NULL, 
	number INTEGER NOT NULL, 
	first INTEGER NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (turn_id, number), 
	FOREIGN KEY(turn_id) REFERENCES turns (id) ON DELETE CASCADE
);
INSERT INTO "journal" VALUES('turn_1',1,1,'turn_started','{"version":1,"kind":"turn_started","turn_id":"turn_1","conversation_id":""}');
INSERT INTO "journal" VALUES('turn_1',2,2,'tool_started','{"version":1,"kind":"tool_started","call_id":"c1","tool":"make_note"}');
INSERT INTO "journal" VALUES('turn_1',6,6,'text_ended','{"version":1,"kind":"text_ended","text_id":"text_1"}');
INSERT INTO "journal" VALUES('turn_1',5,3,'text_grew','{"version": 1, "kind": "text_grew", "text_id": "text_1", "text": "Ready.", "ends": {"3": 2, "4": 4, "5": 6}}');
INSERT INTO "journal" VALUES('turn_1',7,7,'turn_finished','{"version":1,"kind":"turn_finished","outcome":{"version":1,"kind":"delivered","message":"Ready.","artifacts":[{"id":"art_1","artifact_version":1,"artifact_kind":"note","name":"雨.txt","title":"雨","size":18,"units":{},"is_run":null,"lineage":""}],"receipt":{"made":[],"changed":[],"changes":[],"missing":[],"sources":[],"words":"ours"}}}');
CREATE TABLE ledger (
	number INTEGER NOT NULL, 
	turn_id VARCHAR(64) NOT NULL, 
	artifact_id VARCHAR(64) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (number), 
	UNIQUE (turn_id, artifact_id), 
	FOREIGN KEY(turn_id) REFERENCES turns (id) ON DELETE CASCADE
);
INSERT INTO "ledger" VALUES(1,'turn_1','art_1','{"artifact":{"id":"art_1","artifact_version":1,"artifact_kind":"note","name":"雨.txt","title":"雨","size":18,"units":{},"is_run":null,"lineage":""},"tool":"make_note","call_id":"c1","changes":null}');
CREATE TABLE library_chunks (
	number INTEGER NOT NULL, 
	document_id VARCHAR(64) NOT NULL, 
	page INTEGER NOT NULL, 
	start INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	scope VARCHAR(64) NOT NULL, 
	terms TEXT NOT NULL, 
	titles TEXT NOT NULL, 
	PRIMARY KEY (number), 
	FOREIGN KEY(document_id) REFERENCES library_documents (id) ON DELETE CASCADE
);
INSERT INTO "library_chunks" VALUES(1,'doc_01a1f5c3ffcd709dabfe6c44efff7f02',1,0,'雨从海上来，落在叶子上。','sfed03448d4eac955737eeb1ba0cda332d258d0d0','雨从 从海 海上 上来 来 落在 在叶 叶子 子上 上','雨');
CREATE TABLE library_documents (
	id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	shelf VARCHAR(64) NOT NULL, 
	name VARCHAR(255) NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	added_at VARCHAR(40) NOT NULL, 
	size BIGINT NOT NULL, 
	pages INTEGER NOT NULL, 
	characters INTEGER NOT NULL, 
	active_until FLOAT NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "library_documents" VALUES('doc_01a1f5c3ffcd709dabfe6c44efff7f02','ann','','雨.pdf','ready','2026-11-19T21:43:45.357524+00:00',9,1,12,1795124745.39641,'{"problem": null, "pages": []}');
CREATE TABLE library_vectors (
	number INTEGER NOT NULL, 
	document_id VARCHAR(64) NOT NULL, 
	scope VARCHAR(64) NOT NULL, 
	model VARCHAR(320) NOT NULL, 
	dimensions INTEGER NOT NULL, 
	vector BLOB NOT NULL, 
	PRIMARY KEY (number), 
	FOREIGN KEY(number) REFERENCES library_chunks (number) ON DELETE CASCADE
);
INSERT INTO "library_vectors" VALUES(1,'doc_01a1f5c3ffcd709dabfe6c44efff7f02','sfed03448d4eac955737eeb1ba0cda332d258d0d0','test:subjects',8,X'6A4A4E3F0000000000000000000000005508253E7F8C773E5508A53E6A4ACE3E');
CREATE TABLE messages (
	number INTEGER NOT NULL, 
	id VARCHAR(64) NOT NULL, 
	conversation_id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	role VARCHAR(16) NOT NULL, 
	text TEXT NOT NULL, 
	body TEXT NOT NULL, is_replaced BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY (number), 
	UNIQUE (id), 
	FOREIGN KEY(conversation_id) REFERENCES conversations (id) ON DELETE CASCADE
);
INSERT INTO "messages" VALUES(1,'msg_1','conv_1','ann','user','做一份笔记','{"version":1,"artifact_ids":[]}',0);
INSERT INTO "messages" VALUES(2,'msg_2','conv_1','ann','assistant','Ready.','{"version":1,"artifact_ids":["art_1"]}',0);
INSERT INTO "messages" VALUES(3,'msg_3','conv_1','ann','user','What is rain?','{"version":1,"artifact_ids":[]}',0);
INSERT INTO "messages" VALUES(4,'msg_4','conv_2','ann','user','旧的问题','{"version":1,"artifact_ids":[]}',1);
INSERT INTO "messages" VALUES(5,'msg_5','conv_2','ann','assistant','Old.','{"version":1,"artifact_ids":[]}',1);
INSERT INTO "messages" VALUES(6,'msg_6','conv_2','ann','user','新的问题','{"version":1,"artifact_ids":[]}',0);
CREATE TABLE model_calls (
	number INTEGER NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	at VARCHAR(40) NOT NULL, 
	purpose VARCHAR(128) NOT NULL, 
	model VARCHAR(200) NOT NULL, 
	way VARCHAR(32) NOT NULL, 
	prompt_tokens INTEGER NOT NULL, 
	completion_tokens INTEGER NOT NULL, 
	dollars FLOAT, 
	seconds FLOAT NOT NULL, 
	source VARCHAR(80) NOT NULL, 
	body TEXT NOT NULL, call_id VARCHAR(64), turn_id VARCHAR(64), subject VARCHAR(128) DEFAULT '' NOT NULL, tool VARCHAR(64) DEFAULT '' NOT NULL, reason VARCHAR(200) DEFAULT '' NOT NULL, verdict VARCHAR(16) DEFAULT 'unknown' NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "model_calls" VALUES(1,'ann','2026-11-19T21:43:45.603844+00:00','tool','openai:gpt','ask',10,2,0.5,1.0,'calls.taken.73fc94ecfbd04b50beeac5226d46a9af.jsonl','{"conversation": "conv_1", "messages": [], "reply": "ok", "feedback": null}','call_01a1f5c400c370e4b528481874b3451f','turn_1','Note','make_note','','accepted');
INSERT INTO "model_calls" VALUES(2,'ann','2026-11-19T21:43:45.604277+00:00','step','openai:gpt','ask',0,0,0.0,0.5,'calls.taken.73fc94ecfbd04b50beeac5226d46a9af.jsonl','{"conversation": "conv_1", "messages": [], "reply": "", "feedback": null}','call_01a1f5c400c470a1b510e6024f8bdc62','turn_1','','','model_busy','failed');
CREATE TABLE personas (
	id VARCHAR(64) NOT NULL, 
	project_id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	taken VARCHAR(320) NOT NULL, 
	is_selected BOOLEAN DEFAULT 0 NOT NULL, 
	changed_at VARCHAR(40) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (project_id, taken), 
	FOREIGN KEY(project_id) REFERENCES projects (id) ON DELETE CASCADE
);
INSERT INTO "personas" VALUES('persona_1','proj_1','ann','李娜','李娜',1,'2026-02-03T04:05:06.000007+00:00','{"basic_info": "34", "background": "护士", "pain_points": ["没时间"]}');
CREATE TABLE project_feed (
	project_id VARCHAR(64) NOT NULL, 
	number INTEGER NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	at VARCHAR(40) NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	author VARCHAR(16) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (project_id, number), 
	FOREIGN KEY(project_id) REFERENCES projects (id) ON DELETE CASCADE
);
INSERT INTO "project_feed" VALUES('proj_1',1,'ann','2026-02-03T04:05:06.000007+00:00','block_added','person','{"blocks": ["block_1"], "version": 1, "subject": "第一章"}');
INSERT INTO "project_feed" VALUES('proj_1',2,'ann','2026-02-03T04:05:06.000007+00:00','block_changed','person','{"blocks": ["block_1"], "version": 2, "subject": "第一章"}');
INSERT INTO "project_feed" VALUES('proj_1',3,'ann','2026-02-03T04:05:06.000007+00:00','block_added','person','{"blocks": ["block_2"], "version": 1, "subject": "Intro"}');
INSERT INTO "project_feed" VALUES('proj_1',4,'ann','2026-02-03T04:05:06.000007+00:00','block_added','person','{"blocks": ["block_3"], "version": 1, "subject": "Old"}');
INSERT INTO "project_feed" VALUES('proj_1',5,'ann','2026-02-03T04:05:06.000007+00:00','blocks_removed','person','{"blocks": ["block_3"], "subject": "Old"}');
INSERT INTO "project_feed" VALUES('proj_1',6,'ann','2026-02-03T04:05:06.000007+00:00','persona_changed','person','{"subject": "李娜"}');
INSERT INTO "project_feed" VALUES('proj_1',7,'ann','2026-02-03T04:05:06.000007+00:00','evaluation_added','person','{"blocks": ["block_1"], "subject": "eval_1"}');
CREATE TABLE project_presets (
	id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	taken VARCHAR(320) NOT NULL, 
	changed_at VARCHAR(40) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (owner, kind, taken)
);
CREATE TABLE projects (
	id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	taken VARCHAR(320), 
	created_at VARCHAR(40) NOT NULL, 
	removed_at VARCHAR(40), current_phase VARCHAR(32) DEFAULT 'intent' NOT NULL, phases TEXT DEFAULT '' NOT NULL, profile_id VARCHAR(64), feed_number INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (owner, taken)
);
INSERT INTO "projects" VALUES('proj_1','ann','雨','雨','2026-02-03T04:05:06.000007+00:00',NULL,'intent','[["intent", "in_progress"], ["research", "pending"], ["design_inner", "pending"], ["produce_inner", "pending"], ["design_outer", "pending"], ["produce_outer", "pending"], ["evaluate", "pending"]]',NULL,7);
INSERT INTO "projects" VALUES('proj_2','ann','Gone',NULL,'2026-02-03T04:05:06.000007+00:00','2026-02-03T04:05:06.000007+00:00','intent','[["intent", "in_progress"], ["research", "pending"], ["design_inner", "pending"], ["produce_inner", "pending"], ["design_outer", "pending"], ["produce_outer", "pending"], ["evaluate", "pending"]]',NULL,0);
CREATE TABLE quiz_submissions (
	id VARCHAR(64) NOT NULL, 
	share_id VARCHAR(64) NOT NULL, 
	student VARCHAR(160) NOT NULL, 
	attempt INTEGER NOT NULL, 
	once VARCHAR(64) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	number VARCHAR(80) NOT NULL, 
	handed_in_at VARCHAR(40) NOT NULL, 
	body BLOB NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (share_id, student, attempt), 
	UNIQUE (share_id, once), 
	FOREIGN KEY(share_id) REFERENCES shares (id) ON DELETE CASCADE
);
CREATE TABLE school_imports (
	id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	name VARCHAR(255) NOT NULL, 
	imported_at VARCHAR(40) NOT NULL, 
	is_sample BOOLEAN DEFAULT 0 NOT NULL, 
	pupils INTEGER NOT NULL, 
	tests INTEGER NOT NULL, 
	results INTEGER NOT NULL, 
	data BLOB NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE school_permissions (
	owner VARCHAR(128) NOT NULL, 
	may_leave BOOLEAN NOT NULL, 
	PRIMARY KEY (owner)
);
CREATE TABLE school_rubrics (
	owner VARCHAR(128) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (owner, name)
);
CREATE TABLE shares (
	id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	target VARCHAR(64) NOT NULL, 
	name VARCHAR(255) NOT NULL, 
	created_at VARCHAR(40) NOT NULL, 
	expires_at VARCHAR(40) NOT NULL, 
	revoked_at VARCHAR(40), 
	options TEXT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE signing_keys (
	name VARCHAR(32) NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE skills (
	id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	changed_at VARCHAR(40) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (owner, name)
);
INSERT INTO "skills" VALUES('skill_1','ann','plain','2026-02-03T04:05:06.000007+00:00','{"title": "", "description": "Plain words.", "instructions": "Use plain words.", "files": {"a.md": "雨"}}');
CREATE TABLE steps (
	"key" VARCHAR(255) NOT NULL, 
	result TEXT, 
	lease FLOAT NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "steps" VALUES('turn_1/make_note/1','{"made": "art_1"}',0.0);
CREATE TABLE summaries (
	conversation_id VARCHAR(64) NOT NULL, 
	upto_turn VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (conversation_id, upto_turn), 
	FOREIGN KEY(conversation_id) REFERENCES conversations (id) ON DELETE CASCADE
);
INSERT INTO "summaries" VALUES('conv_1','turn_1','ann','They made a note.');
CREATE TABLE tokens (
	id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	name VARCHAR(128) NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	created_at VARCHAR(40) NOT NULL, 
	expires_at VARCHAR(40), 
	is_session BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE turns (
	id VARCHAR(64) NOT NULL, 
	conversation_id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	tokens INTEGER, state BLOB, is_replaced BOOLEAN DEFAULT 0 NOT NULL, message_id VARCHAR(64) DEFAULT '' NOT NULL, epoch INTEGER DEFAULT '0' NOT NULL, output TEXT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(conversation_id) REFERENCES conversations (id) ON DELETE CASCADE
);
INSERT INTO "turns" VALUES('turn_1','conv_1','ann','finished',NULL,X'789C5D53418E133110FC0AF239897639AC20CFE0BA5959DE71CFC48A63CFDA3D9B842812FC81137C8003421C9110BF5904FC826A7B2659717377B5CBDD55EDA37AA4945D0C6A793D53CEAAA5E221057DAD66AA894140C38075812453A0B80B9490302120DA52CEA623C4BFDE7F7CFAFEEEE9C7CFDF5F3EFCF9FAED82D5FB88531C189547E50253E04A2A27DD243280CABBADB3141AD45D2D5E2361827516A0E6187D56CBDB3B10474B5EB32B7D6446894916B769DF53C364B514488B895D6B1A06943981A43B206B5D4295EE0873D457B369890FBAF5A61B5F48F4305006D514B62E10B030788FA6BC49AE3DD4F024E48607A00A552EAFA9F4123A5CD1A30602DE1E57AA474B795548576AE382C57905FADCC79069A54E7797AB6777547FB026B06BE6C6BD78B9B8B911A18CF7187412456DCD8674881807EDD2D6B1C8408F10B7C050D0CC5BE7690EA5EDA114ED21894E4340C1D54C99BC2946D509118D4A982ED12443EE8B6D470C4C7DBD267DD413C70D8D5C367A2824E705A24C70D5D60862ADC95B3D601C3FE225717FA83B724FDD10B4614D7D6CD6F58964A06965BE64B14BFDC053BF3BC76B9BCCEE6CD1D4CD380EB369C497311625C6F9721C5273B116B44DDC962D7DFE3BC42A591DF20EE962F065F3DF88A40BA4A67D13EA63FD5148955F3341FA39EB3939D217FF662A186940FDFDF479C17B595E76ECC78C6CAB7B8BE0FAD54C0DC1C95B47A8EAB258394DE1B13FB5376C94AC6F43AE2FCE6D8DFC0C19BC599BD04DCED660FA5E2E6717BAFFF491601793180995E0EEE974FA07ECF276BE',0,'',0,NULL);
INSERT INTO "turns" VALUES('turn_2','conv_1','ann','waiting',NULL,X'789C6D53CB6EE3300CFC9540E724687B28B0B92CF6B23FD114022BD1B61059F24A745D23C8BFEFC8B2932DB0277338141F43FAAA3E396517833A3DEF95B3EAA4644C41BFA8BD3231149204B45EA8E2D1CFA0E21438C1412100F59C33B50CFC2BD81D85281DD8BBBFBE054E7114445D950BC2416AC262699398402D351B673918C43D1D7FC041C13A0B524B8C3EABD3DB3B1247CB5E8B5B7AC882104A16AFF96B60236C750928ED25710D1901952521493BC36B5D42946E1933D4AA991A9659379EDAB542E23F2367A4DA60E302830BA3F768CA5372CD5CE1AD242719C1AA899CB8D09656428B177A95A0706FD7B31AD0513E2F39CFEAE282857D46F63CC490F9AC6EEF8FA7F7C5A861B614C49903B9DDCBF1F5B5E844DE63CE4D13D5D385358467856EB9775254E04F68BBD010900E8DF37C80D0765E82BEA0884E6340C0D35E51BED43D15A3AC18DF550B6A136F42E46159DC1523F3505F9656AA25F1C26B3A1B3D342AF6112833F66A2B825C1D7BAB474CE4577E717CCCF54A3EB81D8326D13C44D3D5128972C735F3C38B6B1A46D9763239E96CA2E9BEA4AD9B8A48844C57C6A8B888B1CE97E398CC63B9486B62BFDCE9BFFF46D9569587EDB79BFF1DD36EEA62FF53FD47455C1ABB6151ACA77293A5A0E928B49BA2156C87ED722EF7F3BDAF02A6988A80E80EAADE6EB7BF666540B3',0,'',0,NULL);
INSERT INTO "turns" VALUES('turn_3','conv_1','ann','finished',NULL,X'789C5D53C16EDB300CFD9540E7246837A0C072D93FECB2435308AC44DB4214C993E8BA46907FDF936437C36E7A7C14453E3EDDD407A7EC6250A7E7BD72569D944C29E8EF6AAF4C0C852401AD2B5522FA19549C0327042804A02BE74C3D03FF1E48762EEF12B9F0F3C1B4DBC0294E82BC9B724138482B594EDA242650F5D5CE590E06794FC71F0850B0CE82D412A3CFEAF4FA86C2D1B2D7E26A17599042C9E2367F8E6C84AD2E09A5C124AE2323A0B22414E91744AD4BC8D23D638AF66AA68E65D19DA77E7D21F19F89334A6DB07381C185C97B34E529B96E69F05E8A934C6015B25C1EB8F6127A5CD1AB06857CBD9DD58896F2B9163DAB8B0B16E733CAE73186CC67757F7B5CFDDA8D1A174B419C3990DB7D3BBEBC14A1C87B0CBA89A2AE74611D22C641BB7C755264E00F885B69284887CE793E4069BBD4A44F48A2D31490F0B457942F75516D42A05509EA136F32E4B1AEED8681796CD74A1FED24F1C26B2D1B3D142AE72350666CD53604B106F6564F18C7AF7C0DBC2FCD23EFDC4F4193681EA319DA1389A069ABFC88C24BE3245BBFB393C1269ABF56B475B38E2342A6EC65C5458975BE1CA7641EAB455913AFD5A5FFFE8DB2AAEAF83C73AAFB7DD8FE17EC5E6C3FC34CE9587CCE86DD5885BA52316279C70C14FA4DC8063637BB9C5DE8FF6BA78039A6A21B9A8298F7FBFD2FDB413F07',0,'',0,NULL);
INSERT INTO "turns" VALUES('turn_4','conv_2','ann','finished',NULL,X'789C5D52416E1C2110FC0BE7D5CA8972C97E220F8822D4861E062DD34CA0F178B5DA5BFE60CBC75C72CBB312F9176960C663E54675354575D157F58029FB48EAF4E1A0BC5527C52591FEA40ECA44AA24B0D0BA51B5A23F0A1517C2240520123461CEE050F09FA75F7F5F7EBC3EFD7EFDF9BC13FDF2945D934DB1B0F45E952746E22E5B4FDA2404A1DACB83B74846FAEE8E9FA50064BD1552738C21ABD3D76FA21E2D06CDBE39C92C2D90ACDCC6C7190DA3D5B5A19A4CEC07302C54E62422EE2255EB9374698732497F35C3807CD14300B7BE90F07BC12C521B1C3CA1705442105301921F2E1DDEAA387011564997CF23362FE4E48A5E83A8E45E7C4BBED60C842096DF8D8793E73A053E48365BED5106D0A990E0BB83827C6ED9763F82D636700937D3796E215FC51ECEFD5A7DAB9F389E71D5B231C83CF57C149451FEC07624A38D18AC2EC43EAC7C2BDC5FBAF77B748534B0C6399AB13F914012E8CA7B557E7E2EBCF95D3C8F36C1F216E8E6661D87194C4D71C5830FB8CE97634966FF089135716A3BF57E9BCF9E6CDBD1BC606ABFB12FEA97608F7517D1A09F5B3C13D465A9EA6604725B7C1D6C1BE773F6E4FE3351C112534D4BAC4884B7DBED1F47FB24BC',1,'msg_4',0,NULL);
INSERT INTO "turns" VALUES('turn_5','conv_2','ann','finished',NULL,X'789C5D52518E142114BC0BDF93C96AE226CE253C80318485D734191A5A786CEF64327F9E418D9F1EC0782ACDDEC202BAB737FE51558F47BDE25DC523A5EC6210A73707E18C38092E29C877E220740C55540C5936A932F22DA4B8044A2054084013E5AC2C01FFF9FAFBEF8F2FCFDF7E3DFFFCBE0BFDF294ADBC07996261D45E850B4C817BDB7A923A9182D45E1E9CA1A05177777C0F4205E30C44C931FA2C4E1F3FA17B34E425BBE624334A5432B84D4F336926236B413599D80D4A33A4CC094DEC05AC710955D21226E9AF6635105FE4E0955D5F48F4B95046AB0D0E2E10B450BC8729AF921B2E1DDE6A73C505AA4095CB23352FC1E28A5C83A8E24EBE245F39ADBC87E557E3D1E4B84E418FC866E39E30804C2500DF1D84CAE7966DF703B496299B68339DE716F215F668EED7EA5BFDC4F14C6B2F133DE6A9E7235026FC81E908A38DE48D2C819D5FF5463C5CBAF707B22548C592E6A8C7FE445248A077DE59FCFC5C78F3BB381E4D52CB4BA09B9B751C66A56B8A2B1E9CA775BE1C4BD2FB47A0AD8E53DBA9D7DB7C76C1B41DCD0BA5F61BFBA27EF0E658779134B9B9C533A9BA2CB5BB1E55B05B7C1D6C1BE77276C1FE67A28225A69A16AC20C2DBEDF60F694424C7',0,'msg_6',0,NULL);
CREATE INDEX conversations_by_owner ON conversations (owner, started_at);
CREATE INDEX ix_model_calls_source ON model_calls (source);
CREATE INDEX model_calls_by_owner ON model_calls (owner, at);
CREATE INDEX messages_by_conversation ON messages (conversation_id, owner, is_replaced, number);
CREATE INDEX turns_by_conversation ON turns (conversation_id, is_replaced, id);
CREATE INDEX ix_model_calls_call_id ON model_calls (call_id);
CREATE INDEX ix_model_calls_turn_id ON model_calls (turn_id);
CREATE INDEX turns_by_output ON turns (owner) WHERE output IS NOT NULL;
CREATE INDEX artifacts_by_owner ON artifacts (owner, made_at);
CREATE INDEX artifacts_by_name ON artifacts (owner, name);
CREATE INDEX block_dependencies_by_project ON block_dependencies (project_id);
CREATE INDEX block_dependencies_by_needed ON block_dependencies (needed_id);
CREATE INDEX block_proposals_by_project ON block_proposals (project_id, id);
CREATE INDEX library_documents_by_owner ON library_documents (owner, shelf);
CREATE INDEX library_chunks_by_document ON library_chunks (document_id, page, start);
CREATE TRIGGER library_chunks_added AFTER INSERT ON library_chunks BEGIN INSERT INTO library_index(rowid, terms, titles, scope) VALUES (new.number, new.terms, new.titles, new.scope); END;
CREATE TRIGGER library_chunks_removed AFTER DELETE ON library_chunks BEGIN INSERT INTO library_index(library_index, rowid, terms, titles, scope) VALUES ('delete', old.number, old.terms, old.titles, old.scope); END;
CREATE INDEX school_imports_by_owner ON school_imports (owner, id);
CREATE INDEX shares_by_owner ON shares (owner, id);
CREATE INDEX apps_by_owner ON apps (owner, id);
CREATE INDEX app_runs_by_app ON app_runs (app_id, id);
CREATE UNIQUE INDEX app_events_by_key ON app_events (run_id, "key");
CREATE INDEX evaluations_by_project ON evaluations (project_id, id);
CREATE INDEX library_vectors_by_scope ON library_vectors (scope, model, dimensions);
CREATE INDEX library_vectors_by_document ON library_vectors (document_id);
CREATE VIRTUAL TABLE library_index USING fts5(terms, titles, scope, content='library_chunks', content_rowid='number', tokenize='unicode61 remove_diacritics 0');
INSERT INTO library_index(library_index) VALUES('rebuild');
COMMIT;
