BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0013');
CREATE TABLE answers (
	ask_id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (ask_id), 
	FOREIGN KEY(ask_id) REFERENCES asks (id) ON DELETE CASCADE
);
INSERT INTO "answers" VALUES('ask_1','ann','{"version":1,"status":"answered","answers":[{"id":"1","value":"kids","label":null,"note":null,"skipped":false}],"outline_lines":[],"said":null}');
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
INSERT INTO "conversations" VALUES('conv_1','ann','做一份笔记','2026-11-16T18:26:56.624114+00:00',NULL);
INSERT INTO "conversations" VALUES('conv_2','ann','旧的问题','2026-11-16T18:26:56.748248+00:00','proj_1');
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
INSERT INTO "library_chunks" VALUES(1,'doc_01a1e59cbc9570caaae2cb0d7e52fde1',1,0,'雨从海上来，落在叶子上。','sfed03448d4eac955737eeb1ba0cda332d258d0d0','雨从 从海 海上 上来 来 落在 在叶 叶子 子上 上','雨');
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
INSERT INTO "library_documents" VALUES('doc_01a1e59cbc9570caaae2cb0d7e52fde1','ann','','雨.pdf','ready','2026-11-16T18:26:56.789822+00:00',9,1,12,1.7948537367988190651e+09,'{"problem": null, "pages": []}');
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
INSERT INTO "model_calls" VALUES(1,'ann','2026-11-16T18:26:56.801676+00:00','tool','openai:gpt','ask',10,2,0.5,1.0,'calls.taken.7fbeb4f9d7c24496a330868d7fb7ec15.jsonl','{"conversation": "conv_1", "messages": [], "reply": "ok", "feedback": null}','call_01a1e59cbca170729ed7ba4ba202fe56','turn_1','Note','make_note','','accepted');
INSERT INTO "model_calls" VALUES(2,'ann','2026-11-16T18:26:56.801965+00:00','step','openai:gpt','ask',0,0,0.0,0.5,'calls.taken.7fbeb4f9d7c24496a330868d7fb7ec15.jsonl','{"conversation": "conv_1", "messages": [], "reply": "", "feedback": null}','call_01a1e59cbca17073ad77cc3d6df4496d','turn_1','','','model_busy','failed');
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
INSERT INTO "projects" VALUES('proj_1','ann','雨','雨','2026-02-03T04:05:06.000007+00:00',NULL,'intent','[["intent", "in_progress"], ["research", "pending"], ["design_inner", "pending"], ["produce_inner", "pending"], ["design_outer", "pending"], ["produce_outer", "pending"], ["evaluate", "pending"]]',NULL,5);
INSERT INTO "projects" VALUES('proj_2','ann','Gone',NULL,'2026-02-03T04:05:06.000007+00:00','2026-02-03T04:05:06.000007+00:00','intent','[["intent", "in_progress"], ["research", "pending"], ["design_inner", "pending"], ["produce_inner", "pending"], ["design_outer", "pending"], ["produce_outer", "pending"], ["evaluate", "pending"]]',NULL,0);
CREATE TABLE steps (
	"key" VARCHAR(255) NOT NULL, 
	result TEXT, 
	lease FLOAT NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "steps" VALUES('turn_1/make_note/1','{"made": "art_1"}',1.79485367667647790906e+09);
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
INSERT INTO "turns" VALUES('turn_1','conv_1','ann','finished',NULL,X'789C5D53418E133110FC0AF23989361C56906770DDAC2CCBEE99B4E2D8B3B667931045823F70820F7040882312E2378B805F50ED994956DCDC5DED767555FBA41E29658E41AD9633C54EAD54E953D04B35533606014D01AC2B24990AC57DA084840901D18E72362D21FEF5FEE3D3F7774F3F7EFEFEF2E1CFD76F576CB88F38C5BEA0F2A438140A65682A276D131940F5DD861D058BBA9BC56B244C70EC00EA12A3CF6A75778FC6D191D7852B8F5C506292C36D3A74640B392D054231156E8C2D80724968D21E91759C50A55BC21CC3ABD934548EBAF1A61D5F48F4D05346AB296C3810B0D07B0F52DE246E8E437896E6A6F44015AA386FA872092DAEE8510301EF4E6BD581525ED7A66BB5E5E0705EA37DEE62C8B456E7FBEBD58B3BAA3B3A130ADBB9E1172F17B7B72294F11E834EA2A89DD9920E11E3802EEDB8880CF408712B0C05CDBC614F7328ED8EB5E8004974EA030A6E66CAE46D356A9810D1A88469134D32E4AEDA76C2C0D40DD784C7702A714B632F173D1492F3025126B8EA8608626DC83BDD631C3FE236196836DCA42EDA4D3D6157BABE4C7CF65C362E99FDC582E9B5916E29C68AEE632C938EFC73EC93BD5A87B636EEEA163EDF7EB14256833C235D0DBC6EF61B916C81D4B44FD2FA34FC18A4EAAF9820FDBCEB2539B6AFFECC54304240FDFDF479510EB29C858B1F33B28DFC16C1F2D54CF581E5AD1354E32C564D5378ECC7C00D1B23EB6989BBEACCCEC8E6CBE07663423B393704D3F7E19C39B4FFE923C13E26310A2AC1BDF3F9FC0F8DD66C6C',0,'',0,NULL);
INSERT INTO "turns" VALUES('turn_2','conv_1','ann','waiting',NULL,X'789C6D52CB6EDB3010FC158367DB487208505F8A5EFA1351402CC8954498225572154530FCEF1D8A92D3003D7187B3CFD9BDA90F4ED9C5A02ECF47E5ACBA289952D02FEAA84C0C852401AD57AAFCE86750710E9CF04121000D9C33750CFC2BD80385283DD8C77F8D054E711278DD940BC2416AC26269939840AD355B673918F83D9D7FE083827516A496187D5697B777248E96BD16B7F690052E942CA2F97364236C757128ED25712D190195252149B7E0D7BA042FDD3166A85533B52C8B6E3D755B85C47F26CE48B5C3D605061726EFD194A7E4DAA5C27B494E328155333971A12BAD840E117A93A0706FB7468DE828376BCE465D5DB0B01B64CF630C991B757FFF0A7D2C468D8BA520CE9CC81D5ECEAFAF4527F21E73EE9AA881AEAC213C2B74CB8393A2027F40DB958680746A9DE71384B6CBEAF40945749A021C9E8E8AF2B5EEA91865C578372DA84BBC0B91C77571378CCC638D2CAD544BE295B774367A6854EC335066ECD55604B97AF6564F98C86FBC49947BAE913C46D3AF16AE659C64D77C76D2DB44F363097BB58A48844C5FDAACB80CBBF59FE394CCD7F290D6C461BDC37F6FBF6CA38ECFF6DB4DFF8EE930F771F8A9FEA3122E89DDB82A3250B9B952D0F414BA5DB10AF6C3753997FBF8DE5701734C45207407D5EEF7FB5F5B133661',0,'',0,NULL);
INSERT INTO "turns" VALUES('turn_3','conv_1','ann','finished',NULL,X'789C5D52CB6EDB3010FC958067DB485A20407DE93FF4D2431C100B72252D4C932AB98A6218FEF70E29292E7AE370F6313BBB37F3C1B9488AE6F8B233E2CDD1E894A3FD6E76C6A5584952D0B651F5C7BE804A73E48C0F8A11E8C2A550CFC0BF07D227294F9924FE7C304B36704E9322EE66242A475D4AD69775990954EBDA89E7E810F77CF8810F8A5E3C48AB2985628E6FEF289C3C07ABD254144508658F6CFE1CD9297B5B03AAC0ACD291535045338AF457FC7AC988B23D638AA56BA18EF56ABB40FDDA21F39F890B4A6DB093C8E0E214024405CAD25D1778AFC54927B0065152066E5A628F14BB7A50C9B7DBC98C90544EADE8C99C257ABC4F285FC6140B9FCCFDFD91FAB51B335E3D4515B72779FA76787DAD465108187433C55CE8CC36268C03B97C11AD36F007CC6D341CA47D2781F770DA5F5BD0272CB1798A0878DE192AE7B6A86542A0D509EA336F3694B1ADED8681795CD2AA8EE5A5E9CC6B2D9F021CAAEF0350616CD52F08660D1CBC9D304E587997099E2D993C2637B4176E659C74D3338B0E3ED3FCB582ADDB2A57955CF57DC575D2557F4953768FD5A1AC4B977685FFDE7E5D45BBE832736EFB7B9CF52F9C733DEB19C7920FF58ED9B18CCD880BD543AB7DDC40B1DF8C5AC076AD528AC4FE3F3915CC29575F200A66DDEFF7BF1E4034B5',0,'',0,NULL);
INSERT INTO "turns" VALUES('turn_4','conv_2','ann','finished',NULL,X'789C5D524B8ED43010BD8BD7ADD680D8D097E0000859965D494AEDD8C12E4FA6D5EA1D7718C4920D3B8E059A5BF06C27D323767EF5EAF3EAB9AEEA9152E618D4E9DD41B15327252505FD411D948DA1924640EB46D5887E0F2AAE8112022604A09972362301FF79FEF5F7C7B797E7DF2F3FBFDF895E3CE7B1B54DB10872AF8A835090DEB6BEB44D6440B5C9033B0A16790FC78F0898E0D881D412A3CFEAF4F90BBA47475E0B37255990629243353D2D64859CAE095564121E8C155059129A8C17441D2764E991B0499F9ACD4072D18337E33621D1D74219AD7638702070A1780F51DE241E2E1DDE6A732305AC4216E7899A9630A2446F4654F21E7C75BEC6ACF11E92DFAC47334BDD821EE1CD1E7BC2023A9500FC7050269F9BB75D0FD09666C644BBE8BC3493AF90474B2FABB3FA4BE299B65E2E7AEC53DF47A04CF803D711569BC83B5D82B0DF789B0C36EC95B4443BB5177E7629B2EB59592697CCFA6AD83E6D932B626C7569C3037BDAF4E75892BD1B8DB636CEED66DE5EEB99836B3798574ACDEDFB217EF2EE586F8D2CF1D2D69F4D3D86DADD4E268CBB3D1DEC17C5397318FF1351C11A5375035260D1ED76FB07C66C1A6A',1,'msg_4',0,NULL);
INSERT INTO "turns" VALUES('turn_5','conv_2','ann','finished',NULL,X'789C5D525B6EDB3010BC0BBF0D2329D000F5257A80A22016E44A224C912AB98A6218FEEB1992209F3D40D153A5C82D3A24A538E81F67671FB3C33DAB7B4ED9C5A00EB73BE5AC3A289953D09FD54E99180A49025A57AA44F4275071099C10A0108046CE997A067E7DFCF3F7E5E7DBD3EFB75FCF57A2158FB9D77708A6380B72CFCA05E120AD6D7969939840D5C99DB31C0CF26EF65F10A0609D05A925469FD5E1DB77748F96BD16579564410A258B6A7E98D8085B5D128AC824AE2323A0B22434E94F885A9790A57BC6266D6AA68EE5A43B4FFD3A21F18F99335A6DB07381C185D97B88F2945C776AF0529A93CC6015B25C1EB86A093D4AF46A4421AFC177E74BCC90F790FC613D1E9D942DF81EDE6CB1072CA0D31C806F768AF2B17ADBF400AD69D427DE44E7A99A7C863C9E5A5999D55E128FBCF6B2D1639FF2DE0365C61FD886B0DAC0DEEA3988F32B6F1261C356C95334437DE167A759363D8B93C1265ADE0DDBA6AD7245C8149756DC39CFABFE1CE764AE46A3AD8963BD998FD77A74C1D61BCC0BA7EAF6F510BF7ABB2FB7C686DD54D71FA91C43E96E060AFD664F03DB45B99C5DE8FF1351C0125371035260D1E572F907E6551A75',0,'msg_6',0,NULL);
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
CREATE VIRTUAL TABLE library_index USING fts5(terms, titles, scope, content='library_chunks', content_rowid='number', tokenize='unicode61 remove_diacritics 0');
INSERT INTO library_index(library_index) VALUES('rebuild');
COMMIT;
