CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE answers (
	ask_id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (ask_id), 
	FOREIGN KEY(ask_id) REFERENCES asks (id) ON DELETE CASCADE
);
CREATE TABLE asks (
	id VARCHAR(64) NOT NULL, 
	turn_id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(turn_id) REFERENCES turns (id) ON DELETE CASCADE
);
CREATE TABLE conversations (
	id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	title TEXT NOT NULL, 
	started_at VARCHAR(40) NOT NULL, project_id VARCHAR(64) REFERENCES projects (id), 
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
CREATE TABLE ledger (
	number INTEGER NOT NULL, 
	turn_id VARCHAR(64) NOT NULL, 
	artifact_id VARCHAR(64) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (number), 
	UNIQUE (turn_id, artifact_id), 
	FOREIGN KEY(turn_id) REFERENCES turns (id) ON DELETE CASCADE
);
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
CREATE TABLE steps (
	"key" VARCHAR(255) NOT NULL, 
	result TEXT, 
	lease FLOAT NOT NULL, 
	PRIMARY KEY ("key")
);
CREATE TABLE summaries (
	conversation_id VARCHAR(64) NOT NULL, 
	upto_turn VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (conversation_id, upto_turn), 
	FOREIGN KEY(conversation_id) REFERENCES conversations (id) ON DELETE CASCADE
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
CREATE INDEX conversations_by_owner ON conversations (owner, started_at);
CREATE INDEX ix_model_calls_source ON model_calls (source);
CREATE INDEX model_calls_by_owner ON model_calls (owner, at);
CREATE TABLE attachments (
	conversation_id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	name VARCHAR(255) NOT NULL, 
	characters INTEGER NOT NULL, 
	text BLOB NOT NULL, 
	PRIMARY KEY (conversation_id, owner, name), 
	FOREIGN KEY(conversation_id) REFERENCES conversations (id) ON DELETE CASCADE
);
CREATE INDEX messages_by_conversation ON messages (conversation_id, owner, is_replaced, number);
CREATE INDEX turns_by_conversation ON turns (conversation_id, is_replaced, id);
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
CREATE INDEX ix_model_calls_call_id ON model_calls (call_id);
CREATE INDEX ix_model_calls_turn_id ON model_calls (turn_id);
CREATE INDEX turns_by_output ON turns (owner) WHERE output IS NOT NULL;
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
CREATE INDEX artifacts_by_owner ON artifacts (owner, made_at);
CREATE INDEX artifacts_by_name ON artifacts (owner, name);
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
CREATE INDEX block_dependencies_by_project ON block_dependencies (project_id);
CREATE INDEX block_dependencies_by_needed ON block_dependencies (needed_id);
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
CREATE INDEX block_proposals_by_project ON block_proposals (project_id, id);
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
CREATE INDEX library_documents_by_owner ON library_documents (owner, shelf);
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
CREATE INDEX library_chunks_by_document ON library_chunks (document_id, page, start);
CREATE VIRTUAL TABLE library_index USING fts5(terms, titles, scope, content='library_chunks', content_rowid='number', tokenize='unicode61 remove_diacritics 0');
CREATE TRIGGER library_chunks_added AFTER INSERT ON library_chunks BEGIN INSERT INTO library_index(rowid, terms, titles, scope) VALUES (new.number, new.terms, new.titles, new.scope); END;
CREATE TRIGGER library_chunks_removed AFTER DELETE ON library_chunks BEGIN INSERT INTO library_index(library_index, rowid, terms, titles, scope) VALUES ('delete', old.number, old.terms, old.titles, old.scope); END;
CREATE TABLE job_workers (
	id VARCHAR(64) NOT NULL, 
	place VARCHAR(200) NOT NULL, 
	beats INTEGER NOT NULL, 
	PRIMARY KEY (id)
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
CREATE INDEX school_imports_by_owner ON school_imports (owner, id);
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
CREATE INDEX shares_by_owner ON shares (owner, id);
CREATE TABLE signing_keys (
	name VARCHAR(32) NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	PRIMARY KEY (name)
);
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
CREATE INDEX apps_by_owner ON apps (owner, id);
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
CREATE INDEX app_runs_by_app ON app_runs (app_id, id);
CREATE TABLE app_events (
	run_id VARCHAR(64) NOT NULL, 
	number INTEGER NOT NULL, 
	"key" VARCHAR(200) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (run_id, number), 
	FOREIGN KEY(run_id) REFERENCES app_runs (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX app_events_by_key ON app_events (run_id, "key");
CREATE TABLE app_compilations (
	owner VARCHAR(128) NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	blueprint TEXT NOT NULL, 
	PRIMARY KEY (owner, digest)
);
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
CREATE TABLE skills (
	id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	changed_at VARCHAR(40) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (owner, name)
);
CREATE TABLE evaluations (
	id VARCHAR(64) NOT NULL, 
	project_id VARCHAR(64) NOT NULL, 
	owner VARCHAR(128) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(project_id) REFERENCES projects (id) ON DELETE CASCADE
);
CREATE INDEX evaluations_by_project ON evaluations (project_id, id);
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
CREATE INDEX library_vectors_by_scope ON library_vectors (scope, model, dimensions);
CREATE INDEX library_vectors_by_document ON library_vectors (document_id);
INSERT INTO alembic_version (version_num) VALUES ('0017');
