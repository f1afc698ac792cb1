BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
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
INSERT INTO "conversations" VALUES('conv_1','ann','做一份笔记','2026-11-15T11:10:40.668613+00:00');
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
INSERT INTO "messages" VALUES(1,'msg_1','conv_1','ann','user','做一份笔记','{"version":1,"artifact_ids":[]}');
INSERT INTO "messages" VALUES(2,'msg_2','conv_1','ann','assistant','Ready.','{"version":1,"artifact_ids":["art_1"]}');
INSERT INTO "messages" VALUES(3,'msg_3','conv_1','ann','user','What is rain?','{"version":1,"artifact_ids":[]}');
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
INSERT INTO "model_calls" VALUES(1,'local','2026-11-15T11:10:40.707980+00:00','turn','openai:gpt','ask',10,2,0.5,1.0,NULL,1,'calls.taken.3f4c84b89c3d46fe987b3b76366ccae9.jsonl','{"messages": [], "reply": "ok", "feedback": null}');
INSERT INTO "model_calls" VALUES(2,'local','2026-11-15T11:10:40.708400+00:00','turn','openai:gpt','ask',0,0,0.0,0.5,'model_busy',0,'calls.taken.3f4c84b89c3d46fe987b3b76366ccae9.jsonl','{"messages": [], "reply": "", "feedback": null}');
CREATE TABLE steps (
	"key" VARCHAR(255) NOT NULL, 
	result TEXT, 
	lease FLOAT NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "steps" VALUES('turn_1/make_note/1','{"made": "art_1"}',1.7947411006964790821e+09);
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
	tokens INTEGER, state BLOB, 
	PRIMARY KEY (id), 
	FOREIGN KEY(conversation_id) REFERENCES conversations (id) ON DELETE CASCADE
);
INSERT INTO "turns" VALUES('turn_1','conv_1','ann','finished',NULL,X'789C4D52418E13410CFC0AF279126DF6B0823C83EB4ED46A4D7B062B1D77D4ED5912A291E00F9CE0031C10E28884F8CD22E017D83DC9666FED2AB75D65FB040F980B2586F5AA010AB0061933BB1534D02536D28BD2AE5286542ABD65CC0A78668D76588A1F50E3DF1F3E3DFE78FFF8F3D79FAF1FFF7EFB7EE5E6FF1AE7348A669E805890652E6A2FD765F44AD5BE3D05E44EF36E96AF14F01C2828E924A558607DBFD1C2296074425547114DF139E86F3CECB1130CCE124C6216EA7D274A15C95A64382A1A286B961B507DCC5D8BEF518EAE8F7EA81D26CBF7326A003D31953758CBF3408CEE6CCBC8FB530B7BED52DA2AAC852D71D0770B19CB3E71C116A6CDF5EBD3C0617F0C9E85BA85A717B7CBBB3BF3EE6354ED179FB0F35B749C54A15AC61D8939C3079D57A575287ED153C4850E2F1C6BD2415DBA3CB226DC34E0CBB6CE9EC7181B90B44523E64857D1A55DDDC6F32B30FD36228CA470757DDDF06BEBB354E83257D3719A2F47A17A1D17CA3DAFFA049ECB57530DB03701F0EFF397A51C6C494212CF886D85DE69B07A396DA6E93FC05EF07F');
INSERT INTO "turns" VALUES('turn_2','conv_1','ann','waiting',NULL,X'789C65524D6FC2300CFD2BC86740C001695CA65DF6275614598D5BA2A64E95B84085FADFE7A41BDBB45BECF7FCF19EF3802BC5E402C369BF0667E1043246360758431D3883280A9B02E58CD92B146E4C5113C8AC514F29614B1ABFB15D2107B928FACC2FB51AC7308AB21EE058886569985FA68E840A95998DB3C4B5F276DB174D205B67153412824F70FA386BE360C91B716587244AC168B59AEE03D542D664425E2F8A6BB0168592446DD24E9AB52E2ACBB4A41A96A9091B92C9341EDB3261CE7C945103B8A113C76DEECEAD63325FAA32F6F1A860D021A92A7B55D039B6FAAE20521A0227AA603EFF943EBD8661B2C8E2EA0DBAD5617B3C66E9E8BDAEFE2D137AECC8A89704AA987A2759185DD5AE02AB27B8699CA78D7A67A742BAAB48134756C26E0D98BAC5FAFCC85793D051C678F45E6F384A1DFA728FDF7F204B586AC8FEB9ED7B88ABDB25F4AFF0AFF53C7F02E584C701');
INSERT INTO "turns" VALUES('turn_3','conv_1','ann','finished',NULL,X'789C4D52CB4E03310CFC95CAE7B6E22121D10BFFC085431745D6C6BB58DD3A55E2A55455FF9D490A945BEC19DB3376CEF429B96832DADC2F49236DC8E76CE19196D427AB203BE0D0A09A09F780D2D12423C16688F6520A8F82F8ED837DA1659159EDE5865CAB11E7343B7867527331BFB6ACAFD06761406DEAA051AC07EF6EFD8C045BD40830784A53A1CDF61D8D539429B83615C541E11C512D5F07E95D62A8842A30BB0EDC3BA0E2194DC613B25133586114B8B84E2D3C889FC230F1D8265C2A9F7D4640839A960F69ED6D5493F063AB82DB7347074C295D13D6D14E2DE2DD5196724856A4A3CBFBADF46FDD74384536D77EC5BA78583F3D55EF3C4DD0FEEB93F6BC9360090A6159F6EAD5997C625F0DC6527835E8242B2C2F9E1AE90B2E439E0D84BB2571D9B5DDDB3C4D4BF2B4930A5C239CA24FFB768DFF7FA0EA6F972D47C9CDF4EDBCAF386B3DEF114BCB6BBA5CBE01CCECC555');
CREATE INDEX conversations_by_owner ON conversations (owner, started_at);
CREATE INDEX turns_by_conversation ON turns (conversation_id, id);
CREATE INDEX ix_model_calls_source ON model_calls (source);
CREATE INDEX model_calls_by_owner ON model_calls (owner, at);
CREATE INDEX artifacts_by_owner ON artifacts (owner, made_at);
CREATE INDEX messages_by_conversation ON messages (conversation_id, owner, number);
COMMIT;
