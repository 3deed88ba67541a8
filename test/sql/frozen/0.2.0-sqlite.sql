CREATE TABLE rewards_migration (
    wing TEXT NOT NULL, id INTEGER NOT NULL, name TEXT NOT NULL, applied_at TEXT NOT NULL, PRIMARY KEY (wing, id)
  )
--;
CREATE TABLE rewards_partner (
  created_at TEXT NOT NULL,
  id BLOB NOT NULL,
  name TEXT NOT NULL,
  reference TEXT,
  PRIMARY KEY (id)
) STRICT
--;
CREATE TABLE rewards_account (
  balance INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  kind TEXT NOT NULL,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_account_kind CHECK (kind IN ('wallet', 'issuance', 'treasury')),
  CONSTRAINT rewards_account_wallet_not_negative CHECK (kind <> 'wallet' OR balance >= 0),
  CONSTRAINT rewards_account_exact CHECK (balance BETWEEN -5000000000000000 AND 5000000000000000),
  CONSTRAINT rewards_account_version CHECK (version >= 0)
) STRICT
--;
CREATE TABLE rewards_member (
  created_at TEXT NOT NULL,
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  user_id TEXT NOT NULL,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, id) REFERENCES rewards_account (partner_id, id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (partner_id, user_id, id) REFERENCES rewards_member_id (partner_id, user_id, member_id) DEFERRABLE INITIALLY DEFERRED
) STRICT
--;
CREATE TABLE rewards_member_id (
  partner_id BLOB NOT NULL,
  member_id BLOB NOT NULL,
  linked INTEGER NOT NULL CHECK (linked IN (0, 1)),
  user_id TEXT NOT NULL,
  PRIMARY KEY (partner_id, user_id),
  UNIQUE (partner_id, member_id, user_id),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id) DEFERRABLE INITIALLY DEFERRED
) STRICT
--;
CREATE TABLE rewards_rule (
  coin_value INTEGER NOT NULL,
  max_number_of_participant INTEGER NOT NULL,
  participants INTEGER NOT NULL DEFAULT 0,
  user_limit_award INTEGER,
  completion_number INTEGER,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  starts_at TEXT,
  ends_at TEXT,
  counted_until TEXT,
  generation INTEGER NOT NULL DEFAULT 0,
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  type TEXT NOT NULL,
  at_limit TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  limits TEXT,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_rule_schedule CHECK (ends_at > starts_at),
  CONSTRAINT rewards_rule_at_limit CHECK (at_limit IN ('reject', 'suppress', 'clamp')),
  CONSTRAINT rewards_rule_generation CHECK (generation >= 0),
  CONSTRAINT rewards_rule_coin_value CHECK (coin_value BETWEEN 1 AND 5000000000000000),
  CONSTRAINT rewards_rule_participants CHECK (participants BETWEEN 0 AND max_number_of_participant),
  CONSTRAINT rewards_rule_user_limit_award CHECK (user_limit_award >= 1),
  CONSTRAINT rewards_rule_type CHECK (type IN ('single', 'batched', 'combined')),
  CONSTRAINT rewards_rule_completion CHECK ((type = 'batched' AND completion_number IS NOT NULL AND completion_number >= 1)
      OR (type <> 'batched' AND completion_number IS NULL))
) STRICT
--;
CREATE TABLE rewards_condition (
  ordinal INTEGER NOT NULL,
  partner_id BLOB NOT NULL,
  rule_id BLOB NOT NULL,
  id BLOB NOT NULL,
  name TEXT NOT NULL,
  condition TEXT NOT NULL,
  status TEXT NOT NULL,
  PRIMARY KEY (partner_id, rule_id, ordinal),
  UNIQUE (partner_id, name),
  FOREIGN KEY (partner_id, rule_id) REFERENCES rewards_rule (partner_id, id),
  CONSTRAINT rewards_condition_ordinal CHECK (ordinal BETWEEN 0 AND 30),
  CONSTRAINT rewards_condition_own CHECK ((ordinal = 0) = (id = rule_id)),
  CONSTRAINT rewards_condition_status CHECK (status IN ('active', 'inactive'))
) STRICT
--;
CREATE TABLE rewards_tally (
  paid INTEGER NOT NULL,
  cycle INTEGER NOT NULL,
  progress INTEGER NOT NULL,
  user_limit INTEGER,
  partner_id BLOB NOT NULL,
  rule_id BLOB NOT NULL,
  member_id BLOB NOT NULL,
  PRIMARY KEY (partner_id, rule_id, member_id),
  FOREIGN KEY (partner_id, rule_id) REFERENCES rewards_rule (partner_id, id),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id),
  CONSTRAINT rewards_tally_within_limit CHECK (paid >= 0 AND (user_limit IS NULL OR paid <= user_limit)),
  CONSTRAINT rewards_tally_cycle CHECK (cycle >= paid),
  CONSTRAINT rewards_tally_progress CHECK (progress >= 0)
) STRICT
--;
CREATE TABLE rewards_window (
  awards INTEGER NOT NULL,
  coins INTEGER NOT NULL,
  max_awards INTEGER,
  max_coins INTEGER,
  starts_at TEXT NOT NULL,
  ends_at TEXT,
  generation INTEGER NOT NULL,
  partner_id BLOB NOT NULL,
  rule_id BLOB NOT NULL,
  subject_id BLOB NOT NULL,
  period TEXT NOT NULL,
  PRIMARY KEY (partner_id, rule_id, subject_id, generation, period, starts_at),
  FOREIGN KEY (partner_id, rule_id) REFERENCES rewards_rule (partner_id, id),
  CONSTRAINT rewards_window_awards CHECK (awards >= 0 AND (max_awards IS NULL OR awards <= max_awards)),
  CONSTRAINT rewards_window_coins CHECK (coins >= 0 AND (max_coins IS NULL OR coins <= max_coins)),
  CONSTRAINT rewards_window_period CHECK (period IN ('day', 'week', 'month', 'year', 'ever')),
  CONSTRAINT rewards_window_ends CHECK ((ends_at IS NULL) = (period = 'ever') AND (ends_at IS NULL OR ends_at > starts_at))
) STRICT, WITHOUT ROWID
--;
CREATE TABLE rewards_award (
  created_at TEXT NOT NULL,
  cycle INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  rule_id BLOB NOT NULL,
  member_id BLOB NOT NULL,
  awarded INTEGER NOT NULL CHECK (awarded IN (0, 1)),
  suppressed_by TEXT,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, rule_id, ordinal) REFERENCES rewards_condition (partner_id, rule_id, ordinal),
  FOREIGN KEY (partner_id, rule_id, member_id) REFERENCES rewards_tally (partner_id, rule_id, member_id),
  CONSTRAINT rewards_award_suppressed CHECK (suppressed_by IS NULL OR (awarded = 0
      AND suppressed_by IN ('participant_limit_reached', 'user_limit_reached', 'limit_reached')))
) STRICT
--;
CREATE TABLE rewards_transfer (
  amount INTEGER NOT NULL,
  debit_version INTEGER NOT NULL,
  debit_balance INTEGER NOT NULL,
  credit_version INTEGER NOT NULL,
  credit_balance INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  month INTEGER NOT NULL,
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  debit_account BLOB NOT NULL,
  credit_account BLOB NOT NULL,
  kind TEXT NOT NULL,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, debit_account) REFERENCES rewards_account (partner_id, id),
  FOREIGN KEY (partner_id, credit_account) REFERENCES rewards_account (partner_id, id),
  CONSTRAINT rewards_transfer_amount CHECK (amount BETWEEN 1 AND 5000000000000000),
  CONSTRAINT rewards_transfer_two_sides CHECK (debit_account <> credit_account),
  CONSTRAINT rewards_transfer_kind CHECK (kind IN ('award', 'user_partner_transfer', 'award_reversal', 'user_partner_refund'))
) STRICT
--;
CREATE TABLE rewards_reversal (
  created_at TEXT NOT NULL,
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  award_id BLOB,
  transfer_id BLOB,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, award_id),
  UNIQUE (partner_id, transfer_id),
  FOREIGN KEY (partner_id, award_id) REFERENCES rewards_award (partner_id, id),
  FOREIGN KEY (partner_id, transfer_id) REFERENCES rewards_transfer (partner_id, id),
  CONSTRAINT rewards_reversal_of_one CHECK ((award_id IS NULL) <> (transfer_id IS NULL))
) STRICT
--;
CREATE TABLE rewards_text (
  partner_id BLOB NOT NULL,
  record_id BLOB NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (partner_id, record_id, name),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id)
) STRICT, WITHOUT ROWID
--;
CREATE TABLE rewards_idempotency (
  partner_id BLOB NOT NULL,
  record_id BLOB,
  fingerprint BLOB NOT NULL,
  award_ids BLOB,
  key TEXT NOT NULL,
  answer TEXT,
  PRIMARY KEY (partner_id, key),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_idempotency_fingerprint CHECK (length(fingerprint) = 16),
  CONSTRAINT rewards_idempotency_award_ids CHECK (award_ids IS NULL OR (record_id IS NULL AND length(award_ids) > 0 AND length(award_ids) % 16 = 0)),
  CONSTRAINT rewards_idempotency_stored CHECK (record_id IS NOT NULL OR award_ids IS NOT NULL OR answer IS NOT NULL)
) STRICT, WITHOUT ROWID
--;
CREATE INDEX rewards_account_side ON rewards_account (partner_id, id, version) WHERE kind <> 'wallet'
--;
CREATE INDEX rewards_member_onboarded ON rewards_member (partner_id, created_at, id)
--;
CREATE UNIQUE INDEX rewards_member_id_link ON rewards_member_id (partner_id, member_id) WHERE linked = 1
--;
CREATE INDEX rewards_award_counted ON rewards_award (rule_id, member_id, cycle) WHERE awarded = 0
--;
CREATE INDEX rewards_award_member ON rewards_award (member_id, id)
--;
CREATE INDEX rewards_award_rule ON rewards_award ((ordinal + 0), rule_id, id)
--;
CREATE INDEX rewards_award_unpaid ON rewards_award (partner_id, id) WHERE awarded = 0
--;
CREATE TRIGGER rewards_award_no_update BEFORE UPDATE ON rewards_award
          BEGIN SELECT RAISE(ABORT, 'rewards_award is append-only: a correction is a new row'); END
--;
CREATE TRIGGER rewards_award_no_delete BEFORE DELETE ON rewards_award
          BEGIN SELECT RAISE(ABORT, 'rewards_award is append-only: a correction is a new row'); END
--;
CREATE UNIQUE INDEX rewards_transfer_debit ON rewards_transfer (debit_account, debit_version)
--;
CREATE UNIQUE INDEX rewards_transfer_credit ON rewards_transfer (credit_account, credit_version)
--;
CREATE INDEX rewards_transfer_kind ON rewards_transfer (partner_id, kind, id) WHERE kind <> 'award'
--;
CREATE TRIGGER rewards_transfer_no_update BEFORE UPDATE ON rewards_transfer
          BEGIN SELECT RAISE(ABORT, 'rewards_transfer is append-only: a correction is a new row'); END
--;
CREATE TRIGGER rewards_transfer_no_delete BEFORE DELETE ON rewards_transfer
          BEGIN SELECT RAISE(ABORT, 'rewards_transfer is append-only: a correction is a new row'); END
--;
CREATE TRIGGER rewards_reversal_no_update BEFORE UPDATE ON rewards_reversal
          BEGIN SELECT RAISE(ABORT, 'rewards_reversal is append-only: a correction is a new row'); END
--;
CREATE TRIGGER rewards_reversal_no_delete BEFORE DELETE ON rewards_reversal
          BEGIN SELECT RAISE(ABORT, 'rewards_reversal is append-only: a correction is a new row'); END
--;
CREATE INDEX rewards_text_value ON rewards_text (partner_id, name, value, record_id) WHERE name <> ''
--;
CREATE VIEW rewards_entry AS
  SELECT partner_id, id AS transfer_id, debit_account AS account_id, debit_version AS version, kind,
    -amount AS amount, debit_balance AS balance, created_at
  FROM rewards_transfer
  UNION ALL
  SELECT partner_id, id, credit_account, credit_version, kind, amount, credit_balance, created_at
  FROM rewards_transfer
--;
CREATE TABLE rewards_score (
  score INTEGER NOT NULL,
  reached_ms INTEGER NOT NULL,
  board INTEGER NOT NULL,
  partner_id BLOB NOT NULL,
  member_id BLOB NOT NULL,
  rank_key BLOB NOT NULL GENERATED ALWAYS AS (unhex(printf('%016x%012x', 1152921504606846975 - score, reached_ms) || hex(member_id))) VIRTUAL,
  PRIMARY KEY (partner_id, member_id, board),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id),
  CONSTRAINT rewards_score_board CHECK (board >= 0),
  CONSTRAINT rewards_score_exact CHECK (score BETWEEN -1152921504606846975 AND 1152921504606846975),
  CONSTRAINT rewards_score_reached CHECK (reached_ms BETWEEN 0 AND 281474976710655)
) STRICT, WITHOUT ROWID
--;
CREATE TABLE rewards_rung (
  members INTEGER NOT NULL,
  board INTEGER NOT NULL,
  level INTEGER NOT NULL,
  partner_id BLOB NOT NULL,
  rank_key BLOB NOT NULL,
  PRIMARY KEY (partner_id, board, level, rank_key),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_rung_level CHECK (level BETWEEN 1 AND 3)
) STRICT, WITHOUT ROWID
--;
CREATE TABLE rewards_fold (
  version INTEGER NOT NULL,
  partner_id BLOB NOT NULL,
  account_id BLOB NOT NULL,
  PRIMARY KEY (partner_id, account_id),
  FOREIGN KEY (partner_id, account_id) REFERENCES rewards_account (partner_id, id),
  CONSTRAINT rewards_fold_version CHECK (version >= 0)
) STRICT, WITHOUT ROWID
--;
CREATE TABLE rewards_day (
  awards INTEGER NOT NULL,
  awarded INTEGER NOT NULL,
  reversals INTEGER NOT NULL,
  reversed INTEGER NOT NULL,
  transfers INTEGER NOT NULL,
  returned INTEGER NOT NULL,
  refunds INTEGER NOT NULL,
  refunded INTEGER NOT NULL,
  day INTEGER NOT NULL,
  partner_id BLOB NOT NULL,
  PRIMARY KEY (partner_id, day),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_day_day CHECK (day >= 0)
) STRICT, WITHOUT ROWID
--;
CREATE INDEX rewards_score_order ON rewards_score (partner_id, (CASE WHEN score > 0 THEN board END), rank_key, score, reached_ms)
--;
CREATE TABLE rewards_feed (
  partner_id BLOB NOT NULL,
  last_event BLOB,
  read_at TEXT,
  subscriptions INTEGER NOT NULL,
  PRIMARY KEY (partner_id),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_feed_subscriptions CHECK (subscriptions >= 0)
) STRICT, WITHOUT ROWID
--;
CREATE TABLE rewards_event (
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  type TEXT NOT NULL,
  created_at TEXT NOT NULL,
  request_id TEXT,
  data TEXT NOT NULL,
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID
--;
CREATE TABLE rewards_pending_event (
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  type TEXT NOT NULL,
  created_at TEXT NOT NULL,
  request_id TEXT,
  data TEXT NOT NULL,
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID
--;
CREATE TABLE rewards_webhook (
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  previous_secret_until TEXT,
  failing_since TEXT,
  held_until TEXT,
  due_at TEXT,
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  last_event BLOB,
  leased_by BLOB,
  url TEXT NOT NULL,
  types TEXT NOT NULL,
  description TEXT,
  secret TEXT NOT NULL,
  previous_secret TEXT,
  status TEXT NOT NULL,
  paused_reason TEXT,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_webhook_status CHECK (status IN ('active', 'paused', 'removed')),
  CONSTRAINT rewards_webhook_reason CHECK ((status = 'paused') = (paused_reason IS NOT NULL)),
  CONSTRAINT rewards_webhook_rotation CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL))
) STRICT
--;
CREATE TABLE rewards_delivery (
  created_at TEXT NOT NULL,
  due_at TEXT,
  attempted_at TEXT,
  delivered_at TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  status INTEGER,
  duration INTEGER,
  partner_id BLOB NOT NULL,
  webhook_id BLOB NOT NULL,
  event_id BLOB NOT NULL,
  type TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending',
  answer TEXT,
  error TEXT,
  PRIMARY KEY (partner_id, webhook_id, event_id),
  CONSTRAINT rewards_delivery_state CHECK (state IN ('pending', 'delivered', 'failed')),
  CONSTRAINT rewards_delivery_due CHECK ((state = 'pending') = (due_at IS NOT NULL)),
  CONSTRAINT rewards_delivery_done CHECK (state <> 'delivered' OR delivered_at IS NOT NULL)
) STRICT
--;
CREATE INDEX rewards_webhook_due ON rewards_webhook (due_at) WHERE due_at IS NOT NULL
--;
CREATE INDEX rewards_delivery_next ON rewards_delivery (partner_id, webhook_id, due_at) WHERE due_at IS NOT NULL
--;
CREATE INDEX rewards_delivery_failed ON rewards_delivery (partner_id, webhook_id, event_id) WHERE state = 'failed'
--;
CREATE TABLE rewards_login (
  updated_at TEXT NOT NULL,
  partner_id BLOB NOT NULL,
  ecosystem TEXT NOT NULL,
  email TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  PRIMARY KEY (partner_id),
  UNIQUE (ecosystem, email),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id)
) STRICT
--;
CREATE TABLE rewards_application (
  created_at TEXT NOT NULL,
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  client_id TEXT NOT NULL,
  name TEXT NOT NULL,
  redirect_url TEXT NOT NULL,
  web_redirect_url TEXT,
  mobile_redirect_url TEXT,
  user_details_url TEXT NOT NULL,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id)
) STRICT
--;
CREATE TABLE rewards_api_key (
  created_at TEXT NOT NULL,
  last_used_at TEXT,
  revoked_at TEXT,
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  key TEXT NOT NULL,
  hash TEXT NOT NULL,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id)
) STRICT
--;
CREATE TABLE rewards_token (
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  partner_id BLOB NOT NULL,
  api_key_id BLOB,
  hash TEXT NOT NULL,
  scopes TEXT NOT NULL,
  PRIMARY KEY (partner_id, hash),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  FOREIGN KEY (partner_id, api_key_id) REFERENCES rewards_api_key (partner_id, id)
) STRICT
--;
CREATE TABLE rewards_reset (
  place INTEGER NOT NULL,
  expires_at TEXT NOT NULL,
  account_id BLOB NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (account_id, place),
  CONSTRAINT rewards_reset_place CHECK (place BETWEEN 1 AND 5)
) STRICT
--;
CREATE TABLE rewards_user (
  created_at TEXT NOT NULL,
  email_verified_at TEXT,
  id BLOB NOT NULL,
  is_adult INTEGER NOT NULL CHECK (is_adult IN (0, 1)),
  tag TEXT NOT NULL,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  fullname TEXT NOT NULL,
  phone TEXT NOT NULL,
  country_code TEXT NOT NULL,
  date_of_birth TEXT,
  password_hash TEXT NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (tag),
  UNIQUE (email_key)
) STRICT
--;
CREATE TABLE rewards_otp (
  issued INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  window_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  user_id BLOB NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (user_id),
  FOREIGN KEY (user_id) REFERENCES rewards_user (id),
  CONSTRAINT rewards_otp_issued CHECK (issued BETWEEN 1 AND 5),
  CONSTRAINT rewards_otp_tries CHECK (tries BETWEEN 0 AND 5)
) STRICT
--;
CREATE TABLE rewards_member_data (
  fetched_at TEXT NOT NULL,
  partner_id BLOB NOT NULL,
  member_id BLOB NOT NULL,
  tag TEXT NOT NULL,
  tag_key TEXT NOT NULL,
  name_key TEXT NOT NULL,
  data TEXT NOT NULL,
  PRIMARY KEY (partner_id, member_id),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id) DEFERRABLE INITIALLY DEFERRED
) STRICT
--;
CREATE TABLE rewards_grant (
  created_at TEXT NOT NULL,
  revoked_at TEXT,
  partner_id BLOB NOT NULL,
  application_id BLOB NOT NULL,
  id BLOB NOT NULL,
  user_id BLOB NOT NULL,
  scopes TEXT NOT NULL,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (user_id) REFERENCES rewards_user (id),
  FOREIGN KEY (partner_id, application_id) REFERENCES rewards_application (partner_id, id)
) STRICT
--;
CREATE TABLE rewards_visible_name (
  partner_id BLOB NOT NULL,
  user_id BLOB NOT NULL,
  scope TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (partner_id, user_id, scope),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  FOREIGN KEY (user_id) REFERENCES rewards_user (id),
  CONSTRAINT rewards_visible_name_scope CHECK (scope IN ('profile', 'fullname'))
) STRICT
--;
CREATE TABLE rewards_code (
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT,
  partner_id BLOB NOT NULL,
  grant_id BLOB NOT NULL,
  hash TEXT NOT NULL,
  redirect_uri TEXT NOT NULL,
  challenge TEXT,
  PRIMARY KEY (partner_id, hash),
  FOREIGN KEY (partner_id, grant_id) REFERENCES rewards_grant (partner_id, id)
) STRICT
--;
CREATE TABLE rewards_grant_token (
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT,
  partner_id BLOB NOT NULL,
  grant_id BLOB NOT NULL,
  hash TEXT NOT NULL,
  kind TEXT NOT NULL,
  scopes TEXT,
  PRIMARY KEY (partner_id, hash),
  FOREIGN KEY (partner_id, grant_id) REFERENCES rewards_grant (partner_id, id),
  CONSTRAINT rewards_grant_token_kind CHECK (kind IN ('access', 'refresh')),
  CONSTRAINT rewards_grant_token_used CHECK (used_at IS NULL OR kind = 'refresh')
) STRICT
--;
CREATE TABLE rewards_mail (
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  expires_at TEXT,
  due_at TEXT,
  sent_at TEXT,
  id BLOB NOT NULL,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  html TEXT NOT NULL,
  error TEXT,
  PRIMARY KEY (id),
  CONSTRAINT rewards_mail_state CHECK (sent_at IS NULL OR due_at IS NULL),
  CONSTRAINT rewards_mail_forgotten CHECK (sent_at IS NULL OR (body = '' AND html = ''))
) STRICT
--;
CREATE TABLE rewards_audit (
  created_at TEXT NOT NULL,
  expires_at TEXT,
  id BLOB NOT NULL,
  partner_id BLOB,
  user_id BLOB,
  action TEXT NOT NULL,
  outcome TEXT NOT NULL,
  actor TEXT NOT NULL,
  address TEXT,
  detail TEXT,
  PRIMARY KEY (id),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_audit_outcome CHECK (outcome IN ('done', 'refused'))
) STRICT
--;
CREATE TABLE rewards_known_address (
  seen_at TEXT NOT NULL,
  account_id BLOB NOT NULL,
  address TEXT NOT NULL,
  PRIMARY KEY (account_id, address)
) STRICT
--;
CREATE TABLE rewards_rate (
  minute INTEGER NOT NULL,
  taken INTEGER NOT NULL,
  allowed INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (minute, name)
) STRICT
--;
CREATE INDEX rewards_application_client ON rewards_application (partner_id, client_id)
--;
CREATE INDEX rewards_api_key_key ON rewards_api_key (partner_id, key)
--;
CREATE INDEX rewards_token_partner ON rewards_token (partner_id, expires_at)
--;
CREATE INDEX rewards_reset_hash ON rewards_reset (hash)
--;
CREATE INDEX rewards_member_data_tag ON rewards_member_data (partner_id, tag_key, member_id)
--;
CREATE INDEX rewards_member_data_name ON rewards_member_data (partner_id, name_key, member_id)
--;
CREATE INDEX rewards_grant_user ON rewards_grant (partner_id, user_id)
--;
CREATE INDEX rewards_grant_of_user ON rewards_grant (user_id)
--;
CREATE INDEX rewards_visible_name_name ON rewards_visible_name (partner_id, scope, name, user_id)
--;
CREATE INDEX rewards_code_grant ON rewards_code (partner_id, grant_id)
--;
CREATE INDEX rewards_grant_token_grant ON rewards_grant_token (partner_id, grant_id, expires_at)
--;
CREATE INDEX rewards_mail_due ON rewards_mail (due_at) WHERE due_at IS NOT NULL
--;
CREATE INDEX rewards_mail_expiry ON rewards_mail (expires_at) WHERE due_at IS NOT NULL
--;
CREATE INDEX rewards_audit_partner ON rewards_audit (partner_id, id)
--;
CREATE INDEX rewards_audit_action ON rewards_audit (partner_id, action, id)
--;
CREATE INDEX rewards_audit_expiry ON rewards_audit (expires_at) WHERE expires_at IS NOT NULL
--;
CREATE INDEX rewards_known_address_seen ON rewards_known_address (seen_at)
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (-125000, 7, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE0F', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE00', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE01', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE02', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE03', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE04', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE05', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE06', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE07', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE08', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE09', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE0A', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE0B', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE0C', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE0D', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE0E', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE80', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE81', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE82', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE83', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE84', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE85', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE86', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE87', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE88', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE89', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE8A', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE8B', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE8C', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE8D', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE8E', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 2, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700D877F558AD4BAB5DB', 'wallet')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (15000, 3, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE8F', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (25000, 1, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80701683A245178FCF5304', 'wallet')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (85000, 7, '2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700EAD479A61A36BE387', 'wallet')
--;
INSERT INTO rewards_api_key (created_at, last_used_at, revoked_at, partner_id, id, key, hash, name, scopes) VALUES ('2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807003BC86F78D51BB3382', 'rk_01a15889fa8070008d6e6b36c385bedab9821bee88e827a8dc882f3ef03b2e6c', '0JrVS6h6uVIBWH1KmrEtpYFIgBOsxo-i_W2tE3MQ50U', 'till', 'awards:write read')
--;
INSERT INTO rewards_application (created_at, partner_id, id, client_id, name, redirect_url, web_redirect_url, mobile_redirect_url, user_details_url) VALUES ('2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807001B9D010B2BA36F060', '01a15889fa8070008d6e6b36c385beda6aa6ab6dd0933606eed354fefc6b6769', 'Corner Shop', 'https://shop.example/return', NULL, NULL, 'https://shop.example/users')
--;
INSERT INTO rewards_audit (created_at, expires_at, id, partner_id, user_id, action, outcome, actor, address, detail) VALUES ('2026-10-20T09:00:00.000Z', NULL, X'01A15889FA807002A4B5C24BEF75DD8E', X'01A15889FA8070008D6E6B36C385BEDA', NULL, 'partner.onboard', 'done', 'ops@shop.example', NULL, NULL)
--;
INSERT INTO rewards_audit (created_at, expires_at, id, partner_id, user_id, action, outcome, actor, address, detail) VALUES ('2026-10-20T09:00:00.000Z', NULL, X'01A15889FA807004B7E49C69F902E90D', X'01A15889FA8070008D6E6B36C385BEDA', NULL, 'key.create', 'done', 'ops@shop.example', NULL, 'rk_01a15889fa8070008d6e6b36c385bedab9821bee88e827a8dc882f3ef03b2e6c till: awards:write read')
--;
INSERT INTO rewards_audit (created_at, expires_at, id, partner_id, user_id, action, outcome, actor, address, detail) VALUES ('2026-10-20T09:00:00.000Z', NULL, X'01A15889FA8070079B059D269C47E0B5', NULL, X'01A15889FA807005975ACCB4F248D470', 'user.create', 'done', 'ada@mail.example', NULL, NULL)
--;
INSERT INTO rewards_audit (created_at, expires_at, id, partner_id, user_id, action, outcome, actor, address, detail) VALUES ('2026-11-09T09:00:00.000Z', NULL, X'01A1BF892A807006B7FCD05E1A527CC9', X'01A15889FA8070008D6E6B36C385BEDA', NULL, 'webhook.create', 'done', 'ops@shop.example', NULL, '01a1bf89-2a80-7005-a206-107a09f0e833 to shop.example')
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', 0, 0, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700F9FFF92614FD53C47', X'01A15889FA807008BD78E011BAD8CEB0', X'01A15889FA80700D877F558AD4BAB5DB', 1, NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', 0, 0, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80701097DFAB795A29EC0A', X'01A15889FA807009989B7F6629C9FB53', X'01A15889FA80700D877F558AD4BAB5DB', 0, NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', 0, 0, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80701198E523DDD6069B53', X'01A15889FA807009989B7F6629C9FB53', X'01A15889FA80700D877F558AD4BAB5DB', 0, NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', 0, 0, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807013BA4F42750F75C1E0', X'01A15889FA807008BD78E011BAD8CEB0', X'01A15889FA80700EAD479A61A36BE387', 1, NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', 0, 0, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80701581509770B2505F27', X'01A15889FA80700A983203425BAFCCAF', X'01A15889FA80700EAD479A61A36BE387', 1, NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', 0, 0, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8070179229C548E48B0976', X'01A15889FA807008BD78E011BAD8CEB0', X'01A15889FA80701683A245178FCF5304', 1, NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', 0, 1, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807012AC16DF0401C7293E', X'01A15889FA80700A983203425BAFCCAF', X'01A15889FA80700D877F558AD4BAB5DB', 0, NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', 1, 0, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807014ADC6D07EA1E08E8F', X'01A15889FA807008BD78E011BAD8CEB0', X'01A15889FA80700EAD479A61A36BE387', 1, NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-11-09T09:00:00.000Z', 2, 0, X'01A15889FA8070008D6E6B36C385BEDA', X'01A1BF892A807000B7EA1E864C80196B', X'01A15889FA807008BD78E011BAD8CEB0', X'01A15889FA80700EAD479A61A36BE387', 1, NULL)
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status) VALUES (0, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807008BD78E011BAD8CEB0', X'01A15889FA807008BD78E011BAD8CEB0', 'visit', 'as agreed', 'active')
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status) VALUES (0, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807009989B7F6629C9FB53', X'01A15889FA807009989B7F6629C9FB53', 'stamps', 'as agreed', 'active')
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status) VALUES (0, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700A983203425BAFCCAF', X'01A15889FA80700A983203425BAFCCAF', 'complete', '', 'active')
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status) VALUES (1, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700A983203425BAFCCAF', X'01A15889FA80700B8D7C39DFC776DA96', 'profile', 'has a profile', 'active')
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status) VALUES (2, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700A983203425BAFCCAF', X'01A15889FA80700C9D3A5FC00C699C01', 'photo', 'has a photo', 'active')
--;
INSERT INTO rewards_day (awards, awarded, reversals, reversed, transfers, returned, refunds, refunded, day, partner_id) VALUES (1, 25000, 1, 25000, 2, 55000, 1, 40000, 20766, X'01A15889FA8070008D6E6B36C385BEDA')
--;
INSERT INTO rewards_day (awards, awarded, reversals, reversed, transfers, returned, refunds, refunded, day, partner_id) VALUES (5, 125000, 0, 0, 0, 0, 0, 0, 20746, X'01A15889FA8070008D6E6B36C385BEDA')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807000AFE4981529FEF8EE', 'rule.created', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7008-bd78-e011bad8ceb0","partnerId":"01a15889-fa80-7000-8d6e-6b36c385beda","name":"visit","coinValue":"2.5","maxNumberOfParticipant":3,"participants":0,"userLimitAward":-1,"condition":"as agreed","status":"active","terms":{"_tag":"Single"},"limits":[{"per":"member","period":"day","awards":2},{"per":"rule","period":"ever","coins":"100"}],"timeZone":"Europe/Berlin","startsAt":null,"endsAt":null,"atLimit":"reject","createdAt":"2026-10-20T09:00:00.000Z","updatedAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807001A4F0EC50DF0014F9', 'rule.created', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7009-989b-7f6629c9fb53","partnerId":"01a15889-fa80-7000-8d6e-6b36c385beda","name":"stamps","coinValue":"2.5","maxNumberOfParticipant":3,"participants":0,"userLimitAward":-1,"condition":"as agreed","status":"active","terms":{"_tag":"Batched","completionNumber":3},"limits":[],"timeZone":"UTC","startsAt":null,"endsAt":null,"atLimit":"reject","createdAt":"2026-10-20T09:00:00.000Z","updatedAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700282FF9F049CC40446', 'rule.created', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-700a-9832-03425bafccaf","partnerId":"01a15889-fa80-7000-8d6e-6b36c385beda","name":"complete","coinValue":"2.5","maxNumberOfParticipant":3,"participants":0,"userLimitAward":1,"condition":"","status":"active","terms":{"_tag":"Combined","subRules":[{"id":"01a15889-fa80-700b-8d7c-39dfc776da96","name":"profile","condition":"has a profile","status":"active"},{"id":"01a15889-fa80-700c-9d3a-5fc00c699c01","name":"photo","condition":"has a photo","status":"active"}]},"limits":[],"timeZone":"UTC","startsAt":null,"endsAt":null,"atLimit":"reject","createdAt":"2026-10-20T09:00:00.000Z","updatedAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700397C799BD848FE8B3', 'member.onboarded', '2026-10-20T09:00:00.000Z', NULL, '{"memberId":"01a15889-fa80-700d-877f-558ad4bab5db","userId":"bob","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700496EB7A431911D55C', 'member.onboarded', '2026-10-20T09:00:00.000Z', NULL, '{"memberId":"01a15889-fa80-700e-ad47-9a61a36be387","userId":"cleo","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807005AB1A4A8724D596DB', 'award.paid', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-700f-9fff-92614fd53c47","ruleId":"01a15889-fa80-7008-bd78-e011bad8ceb0","ruleName":"visit","userId":"bob","awarded":true,"coins":"2.5","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700699607911AA575A1C', 'award.counted', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7010-97df-ab795a29ec0a","ruleId":"01a15889-fa80-7009-989b-7f6629c9fb53","ruleName":"stamps","userId":"bob","awarded":false,"coins":"0","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807007B3B13EB684827156', 'award.counted', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7011-98e5-23ddd6069b53","ruleId":"01a15889-fa80-7009-989b-7f6629c9fb53","ruleName":"stamps","userId":"bob","awarded":false,"coins":"0","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700886591A3C3AFF469D', 'award.counted', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7012-ac16-df0401c7293e","ruleId":"01a15889-fa80-700b-8d7c-39dfc776da96","ruleName":"profile","userId":"bob","awarded":false,"coins":"0","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807009B69A9986E984736A', 'award.paid', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7013-ba4f-42750f75c1e0","ruleId":"01a15889-fa80-7008-bd78-e011bad8ceb0","ruleName":"visit","userId":"cleo","awarded":true,"coins":"2.5","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700A9F0F8CD7C7A64185', 'award.paid', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7014-adc6-d07ea1e08e8f","ruleId":"01a15889-fa80-7008-bd78-e011bad8ceb0","ruleName":"visit","userId":"cleo","awarded":true,"coins":"2.5","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700BABBD5E06F664DE1F', 'award.paid', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7015-8150-9770b2505f27","ruleId":"01a15889-fa80-700a-9832-03425bafccaf","ruleName":"complete","userId":"cleo","awarded":true,"coins":"2.5","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700C8A7F41715B3333C4', 'member.onboarded', '2026-10-20T09:00:00.000Z', NULL, '{"memberId":"01a15889-fa80-7016-83a2-45178fcf5304","userId":"01a15889-fa80-7005-975a-ccb4f248d470","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700D839C5CFDB6D4C2BE', 'award.paid', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7017-9229-c548e48b0976","ruleId":"01a15889-fa80-7008-bd78-e011bad8ceb0","ruleName":"visit","userId":"01a15889-fa80-7005-975a-ccb4f248d470","awarded":true,"coins":"2.5","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700EB65EE30E3581EE83', 'rule.exhausted', '2026-10-20T09:00:00.000Z', NULL, '{"ruleId":"01a15889-fa80-7008-bd78-e011bad8ceb0","ruleName":"visit","measure":"participants","used":"3","max":"3"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A1BF892A80700094B84551BC7B9753', 'award.paid', '2026-11-09T09:00:00.000Z', NULL, '{"id":"01a1bf89-2a80-7000-b7ea-1e864c80196b","ruleId":"01a15889-fa80-7008-bd78-e011bad8ceb0","ruleName":"visit","userId":"cleo","awarded":true,"coins":"2.5","suppressedBy":null,"createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A1BF892A807001A355769C74FE05EA', 'award.reversed', '2026-11-09T09:00:00.000Z', NULL, '{"award":{"id":"01a15889-fa80-700f-9fff-92614fd53c47","ruleId":"01a15889-fa80-7008-bd78-e011bad8ceb0","ruleName":"visit","userId":"bob","awarded":true,"coins":"2.5","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"},"reversal":{"id":"01a1bf89-2a80-7001-ac65-ae4fe4cf163b","coins":"2.5","createdAt":"2026-11-09T09:00:00.000Z"}}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A1BF892A8070028110C52626F3B502', 'coins.transferred', '2026-11-09T09:00:00.000Z', NULL, '{"id":"01a1bf89-2a80-7002-9eb4-652c33df1d83","memberId":"01a15889-fa80-700e-ad47-9a61a36be387","userId":"cleo","coins":"4","balance":"6","createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A1BF892A8070038AF9D835DCEDFCAE', 'coins.refunded', '2026-11-09T09:00:00.000Z', NULL, '{"id":"01a1bf89-2a80-7003-9409-0eb39ac7a5cd","transactionId":"01a1bf89-2a80-7002-9eb4-652c33df1d83","memberId":"01a15889-fa80-700e-ad47-9a61a36be387","userId":"cleo","coins":"4","createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A1BF892A807004A1FB4A76738CBE29', 'coins.transferred', '2026-11-09T09:00:00.000Z', NULL, '{"id":"01a1bf89-2a80-7004-83f8-1201ba9b16c8","memberId":"01a15889-fa80-700e-ad47-9a61a36be387","userId":"cleo","coins":"1.5","balance":"8.5","createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_feed (partner_id, last_event, read_at, subscriptions) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A1BF892A807004A1FB4A76738CBE29', '2026-11-09T09:00:00.000Z', 1)
--;
INSERT INTO rewards_fold (version, partner_id, account_id) VALUES (0, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE00')
--;
INSERT INTO rewards_fold (version, partner_id, account_id) VALUES (3, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE8F')
--;
INSERT INTO rewards_fold (version, partner_id, account_id) VALUES (7, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8080008D6E6B36C385BE0F')
--;
INSERT INTO rewards_idempotency (partner_id, record_id, fingerprint, award_ids, key, answer) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700F9FFF92614FD53C47', X'2BCA2B6B3DC1B5AECAC35D02E32255D0', NULL, 'order-1', NULL)
--;
INSERT INTO rewards_idempotency (partner_id, record_id, fingerprint, award_ids, key, answer) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A1BF892A8070029EB4652C33DF1D83', X'F2F9E44B774E176178905D084A120109', NULL, 'spend-1', NULL)
--;
INSERT INTO rewards_login (updated_at, partner_id, ecosystem, email, password_hash) VALUES ('2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', 'demo', 'ops@shop.example', '$argon2id$v=19$m=19456,t=2,p=1$PhFj9/ZalUOAypMlZrJLSA$m8bN7lM0xskQce8oa+ncSjajGpcQNqzunqOKUl8181s')
--;
INSERT INTO rewards_mail (attempts, created_at, expires_at, due_at, sent_at, id, recipient, subject, body, html, error) VALUES (0, '2026-10-20T09:00:00.000Z', '2026-10-20T09:10:00.000Z', '2026-10-20T09:00:00.000Z', NULL, X'01A15889FA807006B51FAA6A5547ED15', 'ada@mail.example', 'Your verification code', 'Hello Ada Lovelace,

This code confirms your e-mail address:

    550329

It is valid for 10 minutes and works once. We will never ask you for it.

If you did not create an account, ignore this mail: nothing will happen.

-- 
Laurel Rewards
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>Your verification code</title>
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.page{background:#111814!important}.card{background:#1a231e!important;border-color:#39453e!important}
.ink{color:#eef3f0!important}.faint{color:#a9b6ae!important}.link{color:#8fd6b1!important}
.code{background:#111814!important;border-color:#39453e!important;color:#eef3f0!important}
.button{background:#8fd6b1!important;color:#0c1a12!important}
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f6f3">
<div class="page" style="padding:24px 12px;background:#f4f6f3;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5">
<div class="card" style="max-width:520px;margin:0 auto;padding:28px 24px 12px;border:1px solid #d5ddd9;border-radius:12px;background:#ffffff">
<h1 class="ink" style="margin:0 0 20px;font-size:22px;line-height:1.3;color:#16211b">Your verification code</h1>
<p class="ink" style="margin:0 0 16px;overflow-wrap:anywhere;color:#16211b">Hello Ada Lovelace,</p>
<p class="ink" style="margin:0 0 16px;overflow-wrap:anywhere;color:#16211b">This code confirms your e-mail address:</p>
<p class="code" style="margin:0 0 16px;padding:16px 12px;border:1px solid #d5ddd9;border-radius:8px;background:#f4f6f3;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:32px;font-weight:700;letter-spacing:6px;line-height:1.2;text-align:center;color:#16211b;-webkit-user-select:all;user-select:all">550329</p>
<p class="ink" style="margin:0 0 16px;overflow-wrap:anywhere;color:#16211b">It is valid for 10 minutes and works once. We will never ask you for it.</p>
<p class="ink" style="margin:0 0 16px;overflow-wrap:anywhere;color:#16211b">If you did not create an account, ignore this mail: nothing will happen.</p>
</div>
<p class="faint" style="max-width:520px;margin:16px auto 0;font-size:13px;text-align:center;color:#55635b">Laurel Rewards</p>
</div>
</body>
</html>
', NULL)
--;
INSERT INTO rewards_member (created_at, partner_id, id, user_id) VALUES ('2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700D877F558AD4BAB5DB', 'bob')
--;
INSERT INTO rewards_member (created_at, partner_id, id, user_id) VALUES ('2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700EAD479A61A36BE387', 'cleo')
--;
INSERT INTO rewards_member (created_at, partner_id, id, user_id) VALUES ('2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80701683A245178FCF5304', '01a15889-fa80-7005-975a-ccb4f248d470')
--;
INSERT INTO rewards_member_id (partner_id, member_id, linked, user_id) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700D877F558AD4BAB5DB', 0, 'bob')
--;
INSERT INTO rewards_member_id (partner_id, member_id, linked, user_id) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700EAD479A61A36BE387', 0, 'cleo')
--;
INSERT INTO rewards_member_id (partner_id, member_id, linked, user_id) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80701683A245178FCF5304', 0, '01a15889-fa80-7005-975a-ccb4f248d470')
--;
INSERT INTO rewards_migration (wing, id, name, applied_at) VALUES ('accounts', 1, 'tables', '2026-10-20T09:00:00.000Z')
--;
INSERT INTO rewards_migration (wing, id, name, applied_at) VALUES ('boards', 1, 'tables', '2026-10-20T09:00:00.000Z')
--;
INSERT INTO rewards_migration (wing, id, name, applied_at) VALUES ('events', 1, 'tables', '2026-10-20T09:00:00.000Z')
--;
INSERT INTO rewards_migration (wing, id, name, applied_at) VALUES ('rewards', 1, 'tables', '2026-10-20T09:00:00.000Z')
--;
INSERT INTO rewards_migration (wing, id, name, applied_at) VALUES ('webhooks', 1, 'tables', '2026-10-20T09:00:00.000Z')
--;
INSERT INTO rewards_otp (issued, tries, window_at, expires_at, user_id, hash) VALUES (1, 0, '2026-10-20T09:00:00.000Z', '2026-10-20T09:10:00.000Z', X'01A15889FA807005975ACCB4F248D470', 'MML5TS-i-wMvJdxbcaJ-0hI9hoTGkMVSOy6c30ycxLM')
--;
INSERT INTO rewards_partner (created_at, id, name, reference) VALUES ('2026-10-20T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', 'Corner Shop Ltd', NULL)
--;
INSERT INTO rewards_reversal (created_at, partner_id, id, award_id, transfer_id) VALUES ('2026-11-09T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A1BF892A807001AC65AE4FE4CF163B', X'01A15889FA80700F9FFF92614FD53C47', NULL)
--;
INSERT INTO rewards_reversal (created_at, partner_id, id, award_id, transfer_id) VALUES ('2026-11-09T09:00:00.000Z', X'01A15889FA8070008D6E6B36C385BEDA', X'01A1BF892A80700394090EB39AC7A5CD', NULL, X'01A1BF892A8070029EB4652C33DF1D83')
--;
INSERT INTO rewards_rule (coin_value, max_number_of_participant, participants, user_limit_award, completion_number, created_at, updated_at, starts_at, ends_at, counted_until, generation, partner_id, id, type, at_limit, time_zone, limits) VALUES (25000, 3, 0, NULL, 3, '2026-10-20T09:00:00.000Z', '2026-10-20T09:00:00.000Z', NULL, NULL, NULL, 0, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807009989B7F6629C9FB53', 'batched', 'reject', 'UTC', NULL)
--;
INSERT INTO rewards_rule (coin_value, max_number_of_participant, participants, user_limit_award, completion_number, created_at, updated_at, starts_at, ends_at, counted_until, generation, partner_id, id, type, at_limit, time_zone, limits) VALUES (25000, 3, 1, 1, NULL, '2026-10-20T09:00:00.000Z', '2026-10-20T09:00:00.000Z', NULL, NULL, NULL, 0, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700A983203425BAFCCAF', 'combined', 'reject', 'UTC', NULL)
--;
INSERT INTO rewards_rule (coin_value, max_number_of_participant, participants, user_limit_award, completion_number, created_at, updated_at, starts_at, ends_at, counted_until, generation, partner_id, id, type, at_limit, time_zone, limits) VALUES (25000, 3, 2, NULL, NULL, '2026-10-20T09:00:00.000Z', '2026-10-20T09:00:00.000Z', NULL, NULL, NULL, 0, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807008BD78E011BAD8CEB0', 'single', 'reject', 'Europe/Berlin', '[{"per":"member","period":"day","awards":2},{"per":"rule","period":"ever","coins":"100"}]')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 1, 1, X'01A15889FA8070008D6E6B36C385BEDA', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 1, 2, X'01A15889FA8070008D6E6B36C385BEDA', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 1, 3, X'01A15889FA8070008D6E6B36C385BEDA', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 48646, 1, X'01A15889FA8070008D6E6B36C385BEDA', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 48646, 2, X'01A15889FA8070008D6E6B36C385BEDA', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 48646, 3, X'01A15889FA8070008D6E6B36C385BEDA', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 48647, 1, X'01A15889FA8070008D6E6B36C385BEDA', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 48647, 2, X'01A15889FA8070008D6E6B36C385BEDA', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 48647, 3, X'01A15889FA8070008D6E6B36C385BEDA', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (2, 0, 1, X'01A15889FA8070008D6E6B36C385BEDA', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (2, 0, 2, X'01A15889FA8070008D6E6B36C385BEDA', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (2, 0, 3, X'01A15889FA8070008D6E6B36C385BEDA', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (2, 48644, 1, X'01A15889FA8070008D6E6B36C385BEDA', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (2, 48644, 2, X'01A15889FA8070008D6E6B36C385BEDA', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (2, 48644, 3, X'01A15889FA8070008D6E6B36C385BEDA', X'')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (0, 1794214800000, 0, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700D877F558AD4BAB5DB')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (0, 1794214800000, 48644, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700D877F558AD4BAB5DB')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (100000, 1794214800000, 0, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700EAD479A61A36BE387')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (15000, 1794214800000, 1, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700EAD479A61A36BE387')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (15000, 1794214800000, 48647, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700EAD479A61A36BE387')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (25000, 1792486800000, 0, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80701683A245178FCF5304')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (25000, 1792486800000, 48644, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80701683A245178FCF5304')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (25000, 1794214800000, 48646, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700EAD479A61A36BE387')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (75000, 1792486800000, 48644, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700EAD479A61A36BE387')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, partner_id, rule_id, member_id) VALUES (0, 0, 1, 1, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700A983203425BAFCCAF', X'01A15889FA80700D877F558AD4BAB5DB')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, partner_id, rule_id, member_id) VALUES (0, 0, 2, NULL, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807009989B7F6629C9FB53', X'01A15889FA80700D877F558AD4BAB5DB')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, partner_id, rule_id, member_id) VALUES (0, 1, 0, NULL, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807008BD78E011BAD8CEB0', X'01A15889FA80700D877F558AD4BAB5DB')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, partner_id, rule_id, member_id) VALUES (1, 1, 0, 1, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700A983203425BAFCCAF', X'01A15889FA80700EAD479A61A36BE387')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, partner_id, rule_id, member_id) VALUES (1, 1, 0, NULL, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807008BD78E011BAD8CEB0', X'01A15889FA80701683A245178FCF5304')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, partner_id, rule_id, member_id) VALUES (3, 3, 0, NULL, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807008BD78E011BAD8CEB0', X'01A15889FA80700EAD479A61A36BE387')
--;
INSERT INTO rewards_text (partner_id, record_id, name, value) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700F9FFF92614FD53C47', '', 'for Bob')
--;
INSERT INTO rewards_text (partner_id, record_id, name, value) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700F9FFF92614FD53C47', 'till', '4')
--;
INSERT INTO rewards_text (partner_id, record_id, name, value) VALUES (X'01A15889FA8070008D6E6B36C385BEDA', X'01A1BF892A807001AC65AE4FE4CF163B', '', 'a mistake')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES (15000, 7, 85000, 3, 15000, '2026-11-09T09:00:00.000Z', 24323, X'01A15889FA8070008D6E6B36C385BEDA', X'01A1BF892A80700483F81201BA9B16C8', X'01A15889FA80700EAD479A61A36BE387', X'01A15889FA8080008D6E6B36C385BE8F', 'user_partner_transfer')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES (25000, 1, -25000, 1, 25000, '2026-10-20T09:00:00.000Z', 24322, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80700F9FFF92614FD53C47', X'01A15889FA8080008D6E6B36C385BE0F', X'01A15889FA80700D877F558AD4BAB5DB', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES (25000, 2, -50000, 1, 25000, '2026-10-20T09:00:00.000Z', 24322, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807013BA4F42750F75C1E0', X'01A15889FA8080008D6E6B36C385BE0F', X'01A15889FA80700EAD479A61A36BE387', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES (25000, 2, 0, 7, -125000, '2026-11-09T09:00:00.000Z', 24322, X'01A15889FA8070008D6E6B36C385BEDA', X'01A1BF892A807001AC65AE4FE4CF163B', X'01A15889FA80700D877F558AD4BAB5DB', X'01A15889FA8080008D6E6B36C385BE0F', 'award_reversal')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES (25000, 3, -75000, 2, 50000, '2026-10-20T09:00:00.000Z', 24322, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807014ADC6D07EA1E08E8F', X'01A15889FA8080008D6E6B36C385BE0F', X'01A15889FA80700EAD479A61A36BE387', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES (25000, 4, -100000, 3, 75000, '2026-10-20T09:00:00.000Z', 24322, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA80701581509770B2505F27', X'01A15889FA8080008D6E6B36C385BE0F', X'01A15889FA80700EAD479A61A36BE387', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES (25000, 5, -125000, 1, 25000, '2026-10-20T09:00:00.000Z', 24322, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA8070179229C548E48B0976', X'01A15889FA8080008D6E6B36C385BE0F', X'01A15889FA80701683A245178FCF5304', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES (25000, 6, -150000, 4, 100000, '2026-11-09T09:00:00.000Z', 24323, X'01A15889FA8070008D6E6B36C385BEDA', X'01A1BF892A807000B7EA1E864C80196B', X'01A15889FA8080008D6E6B36C385BE0F', X'01A15889FA80700EAD479A61A36BE387', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES (40000, 2, 0, 6, 100000, '2026-11-09T09:00:00.000Z', 24323, X'01A15889FA8070008D6E6B36C385BEDA', X'01A1BF892A80700394090EB39AC7A5CD', X'01A15889FA8080008D6E6B36C385BE8F', X'01A15889FA80700EAD479A61A36BE387', 'user_partner_refund')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES (40000, 5, 60000, 1, 40000, '2026-11-09T09:00:00.000Z', 24323, X'01A15889FA8070008D6E6B36C385BEDA', X'01A1BF892A8070029EB4652C33DF1D83', X'01A15889FA80700EAD479A61A36BE387', X'01A15889FA8080008D6E6B36C385BE8F', 'user_partner_transfer')
--;
INSERT INTO rewards_user (created_at, email_verified_at, id, is_adult, tag, email, email_key, fullname, phone, country_code, date_of_birth, password_hash) VALUES ('2026-10-20T09:00:00.000Z', NULL, X'01A15889FA807005975ACCB4F248D470', 0, 'ada', 'ada@mail.example', 'ada@mail.example', 'ada lovelace', '0801234567', '+44', NULL, '$argon2id$v=19$m=19456,t=2,p=1$7hUKUfVtEpQhWvzHQnS1qw$GnT0ezKHcftNMgt5pEPtv6vw+RFASrw9ete2eOSHmbE')
--;
INSERT INTO rewards_webhook (created_at, updated_at, previous_secret_until, failing_since, held_until, due_at, partner_id, id, last_event, leased_by, url, types, description, secret, previous_secret, status, paused_reason) VALUES ('2026-11-09T09:00:00.000Z', '2026-11-09T09:00:00.000Z', NULL, NULL, NULL, NULL, X'01A15889FA8070008D6E6B36C385BEDA', X'01A1BF892A807005A206107A09F0E833', X'01A1BF892A807004A1FB4A76738CBE29', NULL, 'https://shop.example/hooks', '', 'orders', 'whsec_kWCPS7wAwxDa1N5edt7Ei9QeB/XMlbUUevRvgkyVLs8=', NULL, 'active', NULL)
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES (0, 0, 2, NULL, '2026-10-19T22:00:00.000Z', '2026-10-20T22:00:00.000Z', 0, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807008BD78E011BAD8CEB0', X'01A15889FA80700D877F558AD4BAB5DB', 'day')
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES (1, 0, 2, NULL, '2026-10-19T22:00:00.000Z', '2026-10-20T22:00:00.000Z', 0, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807008BD78E011BAD8CEB0', X'01A15889FA80701683A245178FCF5304', 'day')
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES (1, 0, 2, NULL, '2026-11-08T23:00:00.000Z', '2026-11-09T23:00:00.000Z', 0, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807008BD78E011BAD8CEB0', X'01A15889FA80700EAD479A61A36BE387', 'day')
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES (2, 0, 2, NULL, '2026-10-19T22:00:00.000Z', '2026-10-20T22:00:00.000Z', 0, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807008BD78E011BAD8CEB0', X'01A15889FA80700EAD479A61A36BE387', 'day')
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES (4, 100000, NULL, 1000000, '1970-01-01T00:00:00.000Z', NULL, 0, X'01A15889FA8070008D6E6B36C385BEDA', X'01A15889FA807008BD78E011BAD8CEB0', X'01A15889FA807008BD78E011BAD8CEB0', 'ever')
--;
