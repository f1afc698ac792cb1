BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE answers (
	ask_id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (ask_id), 
	FOREIGN KEY(ask_id) REFERENCES asks (id) ON DELETE CASCADE
);
INSERT INTO "answers" VALUES('ask_1','ann','{"version":1,"status":"answered","answers":[{"id":"1","value":"kids","label":null,"note":null,"skipped":false}],"outline_lines":[]}');
CREATE TABLE artifacts (
	id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	conversation_id VARCHAR(64), 
	turn_id VARCHAR(64) NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	name VARCHAR(255) NOT NULL, 
	artifact_version INTEGER NOT NULL, 
	made_at VARCHAR(40) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (owner, kind, name, artifact_version)
);
INSERT INTO "artifacts" VALUES('art_1','ann',NULL,'turn_1','note','雨.txt',1,'2026-01-02T03:04:05.000006+00:00','{"id": "art_1", "version": 1, "kind": "note", "name": "\u96e8.txt", "title": "\u96e8", "size": 18, "sha256": "8caf6e45722643fb0b3ae1f2e938de2eb73a328f9e879bf2d8a7ad2df0e2e572", "report": [], "made_at": "2026-01-02T03:04:05.000006Z", "owner": "ann", "turn_id": "turn_1", "digests": {"\u96e8.txt": "8caf6e45722643fb0b3ae1f2e938de2eb73a328f9e879bf2d8a7ad2df0e2e572", "beside.txt": "5bcaffed4d27f7b2dd939334aa6032a0770b552e4059c50e76b5c8e64219af93"}}');
CREATE TABLE asks (
	id VARCHAR(64) NOT NULL, 
	turn_id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(turn_id) REFERENCES turns (id) ON DELETE CASCADE
);
INSERT INTO "asks" VALUES('ask_1','turn_2','ann','{"version":1,"id":"ask_1","turn_id":"turn_2","owner":"ann","kind":"clarification","title":"For whom?","preface":null,"questions":[{"id":"1","question":"For whom?","options":[{"label":"Kids","value":"kids","description":null}],"recommended":null,"allow_freeform":true,"placeholder":null}],"outline_lines":[],"hint":null}');
CREATE TABLE conversations (
	id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	title TEXT NOT NULL, 
	started_at VARCHAR(40) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "conversations" VALUES('conv_1','ann','做一份笔记','2026-11-15T09:02:57.252403+00:00');
CREATE TABLE journal (
	turn_id VARCHAR(64) NOT NULL, 
	number INTEGER NOT NULL, 
	first INTEGER NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (turn_id, number), 
	FOREIGN KEY(turn_id) REFERENCES turns (id) ON DELETE CASCADE
);
INSERT INTO "journal" VALUES('turn_1',1,1,'turn_started','{"version":1,"kind":"turn_started","turn_id":"turn_1"}');
INSERT INTO "journal" VALUES('turn_1',2,2,'tool_started','{"version":1,"kind":"tool_started","call_id":"c1","tool":"make_note"}');
INSERT INTO "journal" VALUES('turn_1',6,6,'text_ended','{"version":1,"kind":"text_ended","text_id":"text_1"}');
INSERT INTO "journal" VALUES('turn_1',5,3,'text_grew','{"version": 1, "kind": "text_grew", "text_id": "text_1", "text": "Ready.", "ends": {"3": 2, "4": 4, "5": 6}}');
INSERT INTO "journal" VALUES('turn_1',7,7,'turn_finished','{"version":1,"kind":"turn_finished","outcome":{"version":1,"kind":"delivered","message":"Ready.","artifacts":[{"id":"art_1","artifact_version":1,"artifact_kind":"note","name":"雨.txt","title":"雨","size":18}]}}');
CREATE TABLE ledger (
	number INTEGER NOT NULL, 
	turn_id VARCHAR(64) NOT NULL, 
	artifact_id VARCHAR(64) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (number), 
	UNIQUE (turn_id, artifact_id), 
	FOREIGN KEY(turn_id) REFERENCES turns (id) ON DELETE CASCADE
);
INSERT INTO "ledger" VALUES(1,'turn_1','art_1','{"artifact":{"id":"art_1","artifact_version":1,"artifact_kind":"note","name":"雨.txt","title":"雨","size":18},"tool":"make_note","call_id":"c1"}');
CREATE TABLE messages (
	number INTEGER NOT NULL, 
	id VARCHAR(64) NOT NULL, 
	conversation_id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	role VARCHAR(16) NOT NULL, 
	text TEXT NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (number), 
	UNIQUE (id), 
	FOREIGN KEY(conversation_id) REFERENCES conversations (id) ON DELETE CASCADE
);
INSERT INTO "messages" VALUES(1,'msg_1','conv_1','ann','user','做一份笔记','{"version":1,"id":"msg_1","conversation_id":"conv_1","owner":"ann","role":"user","text":"做一份笔记","artifact_ids":[]}');
INSERT INTO "messages" VALUES(2,'msg_2','conv_1','ann','assistant','Ready.','{"version":1,"id":"msg_2","conversation_id":"conv_1","owner":"ann","role":"assistant","text":"Ready.","artifact_ids":["art_1"]}');
INSERT INTO "messages" VALUES(3,'msg_3','conv_1','ann','user','What is rain?','{"version":1,"id":"msg_3","conversation_id":"conv_1","owner":"ann","role":"user","text":"What is rain?","artifact_ids":[]}');
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
	error VARCHAR(64), 
	has_worked BOOLEAN NOT NULL, 
	source VARCHAR(80) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "model_calls" VALUES(1,'local','2026-11-15T09:02:57.346817+00:00','turn','openai:gpt','ask',10,2,0.5,1.0,NULL,1,'calls.taken.7c0e2e14f70e4df9812b328044e7554b.jsonl','{"messages": [], "reply": "ok", "feedback": null}');
INSERT INTO "model_calls" VALUES(2,'local','2026-11-15T09:02:57.347101+00:00','turn','openai:gpt','ask',0,0,0.0,0.5,'model_busy',0,'calls.taken.7c0e2e14f70e4df9812b328044e7554b.jsonl','{"messages": [], "reply": "", "feedback": null}');
CREATE TABLE steps (
	"key" VARCHAR(255) NOT NULL, 
	result TEXT, 
	lease FLOAT NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "steps" VALUES('turn_1/make_note/1','{"made": "art_1"}',1.79473427731493496897e+09);
CREATE TABLE summaries (
	conversation_id VARCHAR(64) NOT NULL, 
	upto_turn VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (conversation_id, upto_turn), 
	FOREIGN KEY(conversation_id) REFERENCES conversations (id) ON DELETE CASCADE
);
INSERT INTO "summaries" VALUES('conv_1','turn_1','ann','They made a note.');
CREATE TABLE turns (
	id VARCHAR(64) NOT NULL, 
	conversation_id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	body TEXT NOT NULL, 
	tokens INTEGER, 
	PRIMARY KEY (id), 
	FOREIGN KEY(conversation_id) REFERENCES conversations (id) ON DELETE CASCADE
);
INSERT INTO "turns" VALUES('turn_1','conv_1','ann','finished','{"version":1,"id":"turn_1","conversation_id":"conv_1","owner":"ann","message":"做一份笔记","route":{"intent":"content_create","confidence":0.9,"candidate_tools":[],"model_tier":"standard","expected_mode":"artifact","strategy":"direct_generate","safety_flags":[]},"status":"finished","engine_messages":"[{\"parts\":[],\"kind\":\"response\"}]","engine_version":"pydantic-ai 2.66","called_tools":["make_note"],"emitted_events":["data-file-ready"],"extra_runs":0,"ask_id":null,"outcome":{"version":1,"kind":"delivered","message":"Ready.","artifacts":[{"id":"art_1","artifact_version":1,"artifact_kind":"note","name":"雨.txt","title":"雨","size":18}]}}',NULL);
INSERT INTO "turns" VALUES('turn_2','conv_1','ann','waiting','{"version":1,"id":"turn_2","conversation_id":"conv_1","owner":"ann","message":"And another","route":{"intent":"content_create","confidence":0.9,"candidate_tools":[],"model_tier":"standard","expected_mode":"artifact","strategy":"direct_generate","safety_flags":[]},"status":"waiting","engine_messages":"[{\"parts\":[],\"kind\":\"response\"}]","engine_version":"pydantic-ai 2.66","called_tools":["make_note"],"emitted_events":["data-file-ready"],"extra_runs":0,"ask_id":"ask_1","outcome":{"version":1,"kind":"asked","message":"For whom?","ask_id":"ask_1"}}',NULL);
INSERT INTO "turns" VALUES('turn_3','conv_1','ann','finished','{"version":1,"id":"turn_3","conversation_id":"conv_1","owner":"ann","message":"What is rain?","route":{"intent":"content_create","confidence":0.9,"candidate_tools":[],"model_tier":"standard","expected_mode":"artifact","strategy":"direct_generate","safety_flags":[]},"status":"finished","engine_messages":"[{\"parts\":[],\"kind\":\"response\"}]","engine_version":"pydantic-ai 2.66","called_tools":["make_note"],"emitted_events":["data-file-ready"],"extra_runs":0,"ask_id":null,"outcome":{"version":1,"kind":"answered","message":"Rain is water."}}',NULL);
CREATE INDEX conversations_by_owner ON conversations (owner, started_at);
CREATE INDEX messages_by_conversation ON messages (conversation_id, number);
CREATE INDEX turns_by_conversation ON turns (conversation_id, id);
CREATE INDEX ix_model_calls_source ON model_calls (source);
CREATE INDEX model_calls_by_owner ON model_calls (owner, at);
CREATE INDEX artifacts_by_owner ON artifacts (owner, made_at);
COMMIT;
