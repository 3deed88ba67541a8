CREATE TABLE rewards_migration (
    wing TEXT NOT NULL, id BIGINT NOT NULL, name TEXT NOT NULL, applied_at TIMESTAMPTZ NOT NULL, PRIMARY KEY (wing, id)
  )
--;
CREATE TABLE rewards_partner (
  created_at TIMESTAMPTZ NOT NULL,
  id UUID NOT NULL,
  name TEXT NOT NULL,
  reference TEXT,
  PRIMARY KEY (id)
)
--;
CREATE TABLE rewards_account (
  balance BIGINT NOT NULL DEFAULT 0,
  version BIGINT NOT NULL DEFAULT 0,
  created_at TIMESTAMPTZ NOT NULL,
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  kind TEXT NOT NULL,
  PRIMARY KEY (partner_id, id),
  CONSTRAINT rewards_account_kind CHECK (kind IN ('wallet', 'issuance', 'treasury')),
  CONSTRAINT rewards_account_wallet_not_negative CHECK (kind <> 'wallet' OR balance >= 0),
  CONSTRAINT rewards_account_exact CHECK (balance BETWEEN -5000000000000000 AND 5000000000000000),
  CONSTRAINT rewards_account_version CHECK (version >= 0)
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_member (
  created_at TIMESTAMPTZ NOT NULL,
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  user_id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (partner_id, id)
)
--;
CREATE TABLE rewards_member_id (
  partner_id UUID NOT NULL,
  member_id UUID NOT NULL,
  linked BOOLEAN NOT NULL,
  user_id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (partner_id, user_id),
  UNIQUE (partner_id, member_id, user_id),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id) DEFERRABLE INITIALLY DEFERRED
)
--;
CREATE TABLE rewards_rule (
  coin_value BIGINT NOT NULL,
  max_number_of_participant BIGINT NOT NULL,
  participants BIGINT NOT NULL DEFAULT 0,
  user_limit_award BIGINT,
  completion_number BIGINT,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  starts_at TIMESTAMPTZ,
  ends_at TIMESTAMPTZ,
  counted_until TIMESTAMPTZ,
  generation INTEGER NOT NULL DEFAULT 0,
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
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
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_condition (
  ordinal INTEGER NOT NULL,
  partner_id UUID NOT NULL,
  rule_id UUID NOT NULL,
  id UUID NOT NULL,
  name TEXT NOT NULL,
  condition TEXT NOT NULL,
  status TEXT NOT NULL,
  PRIMARY KEY (partner_id, rule_id, ordinal),
  UNIQUE (partner_id, name),
  FOREIGN KEY (partner_id, rule_id) REFERENCES rewards_rule (partner_id, id),
  CONSTRAINT rewards_condition_ordinal CHECK (ordinal BETWEEN 0 AND 30),
  CONSTRAINT rewards_condition_own CHECK ((ordinal = 0) = (id = rule_id)),
  CONSTRAINT rewards_condition_status CHECK (status IN ('active', 'inactive'))
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_tally (
  paid BIGINT NOT NULL,
  cycle BIGINT NOT NULL,
  progress BIGINT NOT NULL,
  user_limit BIGINT,
  partner_id UUID NOT NULL,
  rule_id UUID NOT NULL,
  member_id UUID NOT NULL,
  PRIMARY KEY (partner_id, rule_id, member_id),
  FOREIGN KEY (partner_id, rule_id) REFERENCES rewards_rule (partner_id, id),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id),
  CONSTRAINT rewards_tally_within_limit CHECK (paid >= 0 AND (user_limit IS NULL OR paid <= user_limit)),
  CONSTRAINT rewards_tally_cycle CHECK (cycle >= paid),
  CONSTRAINT rewards_tally_progress CHECK (progress >= 0)
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_window (
  awards BIGINT NOT NULL,
  coins BIGINT NOT NULL,
  max_awards BIGINT,
  max_coins BIGINT,
  starts_at TIMESTAMPTZ NOT NULL,
  ends_at TIMESTAMPTZ,
  generation INTEGER NOT NULL,
  partner_id UUID NOT NULL,
  rule_id UUID NOT NULL,
  subject_id UUID NOT NULL,
  period TEXT NOT NULL,
  PRIMARY KEY (partner_id, rule_id, subject_id, generation, period, starts_at),
  CONSTRAINT rewards_window_awards CHECK (awards >= 0 AND (max_awards IS NULL OR awards <= max_awards)),
  CONSTRAINT rewards_window_coins CHECK (coins >= 0 AND (max_coins IS NULL OR coins <= max_coins)),
  CONSTRAINT rewards_window_period CHECK (period IN ('day', 'week', 'month', 'year', 'ever')),
  CONSTRAINT rewards_window_ends CHECK ((ends_at IS NULL) = (period = 'ever') AND (ends_at IS NULL OR ends_at > starts_at))
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_award (
  created_at TIMESTAMPTZ NOT NULL,
  cycle INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  rule_id UUID NOT NULL,
  member_id UUID NOT NULL,
  awarded BOOLEAN NOT NULL,
  suppressed_by TEXT,
  PRIMARY KEY (partner_id, id),
  CONSTRAINT rewards_award_suppressed CHECK (suppressed_by IS NULL OR (NOT awarded
      AND suppressed_by IN ('participant_limit_reached', 'user_limit_reached', 'limit_reached')))
)
--;
CREATE TABLE rewards_transfer (
  amount BIGINT NOT NULL,
  debit_version BIGINT NOT NULL,
  debit_balance BIGINT NOT NULL,
  credit_version BIGINT NOT NULL,
  credit_balance BIGINT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  month INTEGER NOT NULL,
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  debit_account UUID NOT NULL,
  credit_account UUID NOT NULL,
  kind TEXT NOT NULL,
  PRIMARY KEY (partner_id, id),
  CONSTRAINT rewards_transfer_amount CHECK (amount BETWEEN 1 AND 5000000000000000),
  CONSTRAINT rewards_transfer_two_sides CHECK (debit_account <> credit_account),
  CONSTRAINT rewards_transfer_kind CHECK (kind IN ('award', 'user_partner_transfer', 'award_reversal', 'user_partner_refund'))
)
--;
CREATE TABLE rewards_reversal (
  created_at TIMESTAMPTZ NOT NULL,
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  award_id UUID,
  transfer_id UUID,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, award_id),
  UNIQUE (partner_id, transfer_id),
  FOREIGN KEY (partner_id, award_id) REFERENCES rewards_award (partner_id, id),
  FOREIGN KEY (partner_id, transfer_id) REFERENCES rewards_transfer (partner_id, id),
  CONSTRAINT rewards_reversal_of_one CHECK ((award_id IS NULL) <> (transfer_id IS NULL))
)
--;
CREATE TABLE rewards_text (
  partner_id UUID NOT NULL,
  record_id UUID NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (partner_id, record_id, name),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id)
)
--;
CREATE TABLE rewards_idempotency (
  partner_id UUID NOT NULL,
  record_id UUID,
  fingerprint BYTEA NOT NULL,
  award_ids BYTEA,
  key TEXT NOT NULL,
  answer TEXT,
  PRIMARY KEY (partner_id, key),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_idempotency_fingerprint CHECK (length(fingerprint) = 16),
  CONSTRAINT rewards_idempotency_award_ids CHECK (award_ids IS NULL OR (record_id IS NULL AND length(award_ids) > 0 AND length(award_ids) % 16 = 0)),
  CONSTRAINT rewards_idempotency_stored CHECK (record_id IS NOT NULL OR award_ids IS NOT NULL OR answer IS NOT NULL)
)
--;
CREATE FUNCTION rewards_partner_permanent() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'rows refer to this row of rewards_partner' USING ERRCODE = 'foreign_key_violation'; END $$
--;
CREATE TRIGGER rewards_partner_no_delete BEFORE DELETE ON rewards_partner
    FOR EACH ROW WHEN (TRUE) EXECUTE FUNCTION rewards_partner_permanent()
--;
CREATE TRIGGER rewards_partner_no_move BEFORE UPDATE OF id ON rewards_partner
    FOR EACH ROW WHEN (TRUE) EXECUTE FUNCTION rewards_partner_permanent()
--;
CREATE TRIGGER rewards_partner_no_truncate BEFORE TRUNCATE ON rewards_partner
    FOR EACH STATEMENT EXECUTE FUNCTION rewards_partner_permanent()
--;
CREATE INDEX rewards_account_side ON rewards_account (partner_id, id) WHERE kind <> 'wallet'
--;
CREATE FUNCTION rewards_account_references() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM added n WHERE (SELECT 1 FROM rewards_partner t WHERE t.id = n.partner_id) IS NULL) THEN
          RAISE EXCEPTION 'a row of rewards_account refers to a row that does not exist' USING ERRCODE = 'foreign_key_violation';
        END IF;
        RETURN NULL;
      END $$
--;
CREATE TRIGGER rewards_account_references AFTER INSERT ON rewards_account
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION rewards_account_references()
--;
CREATE FUNCTION rewards_account_permanent() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'rows refer to this row of rewards_account' USING ERRCODE = 'foreign_key_violation'; END $$
--;
CREATE TRIGGER rewards_account_no_delete BEFORE DELETE ON rewards_account
    FOR EACH ROW WHEN (OLD.version > 0 OR OLD.kind <> 'wallet') EXECUTE FUNCTION rewards_account_permanent()
--;
CREATE TRIGGER rewards_account_no_move BEFORE UPDATE OF partner_id, id ON rewards_account
    FOR EACH ROW WHEN (OLD.version > 0 OR OLD.kind <> 'wallet') EXECUTE FUNCTION rewards_account_permanent()
--;
CREATE TRIGGER rewards_account_no_truncate BEFORE TRUNCATE ON rewards_account
    FOR EACH STATEMENT EXECUTE FUNCTION rewards_account_permanent()
--;
CREATE INDEX rewards_member_onboarded ON rewards_member (partner_id, created_at, id)
--;
CREATE FUNCTION rewards_member_references() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM added n WHERE (SELECT 1 FROM rewards_account t WHERE t.partner_id = n.partner_id AND t.id = n.id) IS NULL OR (SELECT 1 FROM rewards_member_id t WHERE t.partner_id = n.partner_id AND t.user_id = n.user_id AND t.member_id = n.id) IS NULL) THEN
          RAISE EXCEPTION 'a row of rewards_member refers to a row that does not exist' USING ERRCODE = 'foreign_key_violation';
        END IF;
        RETURN NULL;
      END $$
--;
CREATE TRIGGER rewards_member_references AFTER INSERT ON rewards_member
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION rewards_member_references()
--;
CREATE UNIQUE INDEX rewards_member_id_link ON rewards_member_id (partner_id, member_id) WHERE linked
--;
CREATE FUNCTION rewards_rule_permanent() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'rows refer to this row of rewards_rule' USING ERRCODE = 'foreign_key_violation'; END $$
--;
CREATE TRIGGER rewards_rule_no_delete BEFORE DELETE ON rewards_rule
    FOR EACH ROW WHEN (TRUE) EXECUTE FUNCTION rewards_rule_permanent()
--;
CREATE TRIGGER rewards_rule_no_move BEFORE UPDATE OF partner_id, id ON rewards_rule
    FOR EACH ROW WHEN (TRUE) EXECUTE FUNCTION rewards_rule_permanent()
--;
CREATE TRIGGER rewards_rule_no_truncate BEFORE TRUNCATE ON rewards_rule
    FOR EACH STATEMENT EXECUTE FUNCTION rewards_rule_permanent()
--;
CREATE FUNCTION rewards_condition_permanent() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'rows refer to this row of rewards_condition' USING ERRCODE = 'foreign_key_violation'; END $$
--;
CREATE TRIGGER rewards_condition_no_delete BEFORE DELETE ON rewards_condition
    FOR EACH ROW WHEN (TRUE) EXECUTE FUNCTION rewards_condition_permanent()
--;
CREATE TRIGGER rewards_condition_no_move BEFORE UPDATE OF partner_id, rule_id, ordinal ON rewards_condition
    FOR EACH ROW WHEN (TRUE) EXECUTE FUNCTION rewards_condition_permanent()
--;
CREATE TRIGGER rewards_condition_no_truncate BEFORE TRUNCATE ON rewards_condition
    FOR EACH STATEMENT EXECUTE FUNCTION rewards_condition_permanent()
--;
CREATE FUNCTION rewards_tally_permanent() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'rows refer to this row of rewards_tally' USING ERRCODE = 'foreign_key_violation'; END $$
--;
CREATE TRIGGER rewards_tally_no_delete BEFORE DELETE ON rewards_tally
    FOR EACH ROW WHEN (TRUE) EXECUTE FUNCTION rewards_tally_permanent()
--;
CREATE TRIGGER rewards_tally_no_move BEFORE UPDATE OF partner_id, rule_id, member_id ON rewards_tally
    FOR EACH ROW WHEN (TRUE) EXECUTE FUNCTION rewards_tally_permanent()
--;
CREATE TRIGGER rewards_tally_no_truncate BEFORE TRUNCATE ON rewards_tally
    FOR EACH STATEMENT EXECUTE FUNCTION rewards_tally_permanent()
--;
CREATE FUNCTION rewards_window_references() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM added n WHERE (SELECT 1 FROM rewards_rule t WHERE t.partner_id = n.partner_id AND t.id = n.rule_id) IS NULL) THEN
          RAISE EXCEPTION 'a row of rewards_window refers to a row that does not exist' USING ERRCODE = 'foreign_key_violation';
        END IF;
        RETURN NULL;
      END $$
--;
CREATE TRIGGER rewards_window_references AFTER INSERT ON rewards_window
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION rewards_window_references()
--;
CREATE INDEX rewards_award_counted ON rewards_award (partner_id, rule_id, member_id, cycle) WHERE NOT awarded
--;
CREATE INDEX rewards_award_member ON rewards_award (partner_id, member_id, id)
--;
CREATE INDEX rewards_award_rule ON rewards_award (partner_id, (ordinal + 0), rule_id, id)
--;
CREATE INDEX rewards_award_unpaid ON rewards_award (partner_id, id) WHERE NOT awarded
--;
CREATE FUNCTION rewards_award_append_only() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'rewards_award is append-only: a correction is a new row'; END $$
--;
CREATE TRIGGER rewards_award_append_only BEFORE UPDATE OR DELETE ON rewards_award
          FOR EACH ROW EXECUTE FUNCTION rewards_award_append_only()
--;
CREATE TRIGGER rewards_award_no_truncate BEFORE TRUNCATE ON rewards_award
          FOR EACH STATEMENT EXECUTE FUNCTION rewards_award_append_only()
--;
CREATE FUNCTION rewards_award_references() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM added n WHERE (SELECT 1 FROM rewards_condition t WHERE t.partner_id = n.partner_id AND t.rule_id = n.rule_id AND t.ordinal = n.ordinal) IS NULL OR (SELECT 1 FROM rewards_tally t WHERE t.partner_id = n.partner_id AND t.rule_id = n.rule_id AND t.member_id = n.member_id) IS NULL) THEN
          RAISE EXCEPTION 'a row of rewards_award refers to a row that does not exist' USING ERRCODE = 'foreign_key_violation';
        END IF;
        RETURN NULL;
      END $$
--;
CREATE TRIGGER rewards_award_references AFTER INSERT ON rewards_award
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION rewards_award_references()
--;
CREATE UNIQUE INDEX rewards_transfer_debit ON rewards_transfer (partner_id, debit_account, debit_version)
--;
CREATE UNIQUE INDEX rewards_transfer_credit ON rewards_transfer (partner_id, credit_account, credit_version)
--;
CREATE INDEX rewards_transfer_kind ON rewards_transfer (partner_id, kind, id) WHERE kind <> 'award'
--;
CREATE FUNCTION rewards_transfer_append_only() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'rewards_transfer is append-only: a correction is a new row'; END $$
--;
CREATE TRIGGER rewards_transfer_append_only BEFORE UPDATE OR DELETE ON rewards_transfer
          FOR EACH ROW EXECUTE FUNCTION rewards_transfer_append_only()
--;
CREATE TRIGGER rewards_transfer_no_truncate BEFORE TRUNCATE ON rewards_transfer
          FOR EACH STATEMENT EXECUTE FUNCTION rewards_transfer_append_only()
--;
CREATE FUNCTION rewards_transfer_references() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM added n WHERE (SELECT 1 FROM rewards_account t WHERE t.partner_id = n.partner_id AND t.id = n.debit_account) IS NULL OR (SELECT 1 FROM rewards_account t WHERE t.partner_id = n.partner_id AND t.id = n.credit_account) IS NULL) THEN
          RAISE EXCEPTION 'a row of rewards_transfer refers to a row that does not exist' USING ERRCODE = 'foreign_key_violation';
        END IF;
        RETURN NULL;
      END $$
--;
CREATE TRIGGER rewards_transfer_references AFTER INSERT ON rewards_transfer
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION rewards_transfer_references()
--;
CREATE FUNCTION rewards_reversal_append_only() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'rewards_reversal is append-only: a correction is a new row'; END $$
--;
CREATE TRIGGER rewards_reversal_append_only BEFORE UPDATE OR DELETE ON rewards_reversal
          FOR EACH ROW EXECUTE FUNCTION rewards_reversal_append_only()
--;
CREATE TRIGGER rewards_reversal_no_truncate BEFORE TRUNCATE ON rewards_reversal
          FOR EACH STATEMENT EXECUTE FUNCTION rewards_reversal_append_only()
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
CREATE FUNCTION rewards_member_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (SELECT 1 FROM rewards_member_id i WHERE i.partner_id = NEW.partner_id AND i.user_id = NEW.user_id
    AND i.member_id = NEW.id) OR NOT EXISTS (SELECT 1 FROM rewards_account a WHERE a.partner_id = NEW.partner_id AND a.id = NEW.id) THEN
        RAISE EXCEPTION 'a change of rewards_member leaves a row that refers to a row that does not exist' USING ERRCODE = 'foreign_key_violation';
      END IF;
      RETURN NULL;
    END $$
--;
CREATE CONSTRAINT TRIGGER rewards_member_at_commit AFTER UPDATE OF partner_id, id, user_id ON rewards_member
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rewards_member_at_commit()
--;
CREATE FUNCTION rewards_member_id_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT 1 FROM rewards_member m WHERE m.partner_id = OLD.partner_id AND m.id = OLD.member_id AND NOT EXISTS (SELECT 1 FROM rewards_member_id i WHERE i.partner_id = m.partner_id AND i.user_id = m.user_id
    AND i.member_id = m.id)) THEN
        RAISE EXCEPTION 'a change of rewards_member_id leaves a row that refers to a row that does not exist' USING ERRCODE = 'foreign_key_violation';
      END IF;
      RETURN NULL;
    END $$
--;
CREATE CONSTRAINT TRIGGER rewards_member_id_at_commit AFTER DELETE OR UPDATE OF partner_id, user_id, member_id ON rewards_member_id
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rewards_member_id_at_commit()
--;
CREATE FUNCTION rewards_account_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT 1 FROM rewards_member m WHERE m.partner_id = OLD.partner_id AND m.id = OLD.id AND NOT EXISTS (SELECT 1 FROM rewards_account a WHERE a.partner_id = m.partner_id AND a.id = m.id)) THEN
        RAISE EXCEPTION 'a change of rewards_account leaves a row that refers to a row that does not exist' USING ERRCODE = 'foreign_key_violation';
      END IF;
      RETURN NULL;
    END $$
--;
CREATE CONSTRAINT TRIGGER rewards_account_at_commit AFTER DELETE OR UPDATE OF partner_id, id ON rewards_account
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rewards_account_at_commit()
--;
CREATE TABLE rewards_score (
  score BIGINT NOT NULL,
  reached_ms BIGINT NOT NULL,
  board INTEGER NOT NULL,
  partner_id UUID NOT NULL,
  member_id UUID NOT NULL,
  rank_key BYTEA NOT NULL GENERATED ALWAYS AS (int8send(1152921504606846975 - score) || substring(int8send(reached_ms) FROM 3) || uuid_send(member_id)) STORED,
  PRIMARY KEY (partner_id, member_id, board),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id),
  CONSTRAINT rewards_score_board CHECK (board >= 0),
  CONSTRAINT rewards_score_exact CHECK (score BETWEEN -1152921504606846975 AND 1152921504606846975),
  CONSTRAINT rewards_score_reached CHECK (reached_ms BETWEEN 0 AND 281474976710655)
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_rung (
  members INTEGER NOT NULL,
  board INTEGER NOT NULL,
  level INTEGER NOT NULL,
  partner_id UUID NOT NULL,
  rank_key BYTEA NOT NULL,
  PRIMARY KEY (partner_id, board, level, rank_key),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_rung_level CHECK (level BETWEEN 1 AND 3)
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_fold (
  version BIGINT NOT NULL,
  partner_id UUID NOT NULL,
  account_id UUID NOT NULL,
  PRIMARY KEY (partner_id, account_id),
  FOREIGN KEY (partner_id, account_id) REFERENCES rewards_account (partner_id, id),
  CONSTRAINT rewards_fold_version CHECK (version >= 0)
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_day (
  awards BIGINT NOT NULL,
  awarded BIGINT NOT NULL,
  reversals BIGINT NOT NULL,
  reversed BIGINT NOT NULL,
  transfers BIGINT NOT NULL,
  returned BIGINT NOT NULL,
  refunds BIGINT NOT NULL,
  refunded BIGINT NOT NULL,
  day INTEGER NOT NULL,
  partner_id UUID NOT NULL,
  PRIMARY KEY (partner_id, day),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_day_day CHECK (day >= 0)
) WITH (fillfactor = 70)
--;
CREATE INDEX rewards_score_order ON rewards_score (partner_id, (CASE WHEN score > 0 THEN board END), rank_key)
--;
CREATE TABLE rewards_feed (
  partner_id UUID NOT NULL,
  last_event UUID,
  read_at TIMESTAMPTZ,
  subscriptions INTEGER NOT NULL,
  PRIMARY KEY (partner_id),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_feed_subscriptions CHECK (subscriptions >= 0)
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_event (
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  type TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  request_id TEXT,
  data TEXT NOT NULL,
  PRIMARY KEY (partner_id, id)
)
--;
CREATE TABLE rewards_pending_event (
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  type TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  request_id TEXT,
  data TEXT NOT NULL,
  PRIMARY KEY (partner_id, id)
)
--;
CREATE TABLE rewards_webhook (
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  previous_secret_until TIMESTAMPTZ,
  failing_since TIMESTAMPTZ,
  held_until TIMESTAMPTZ,
  due_at TIMESTAMPTZ,
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  last_event UUID,
  leased_by UUID,
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
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_delivery (
  created_at TIMESTAMPTZ NOT NULL,
  due_at TIMESTAMPTZ,
  attempted_at TIMESTAMPTZ,
  delivered_at TIMESTAMPTZ,
  attempts INTEGER NOT NULL DEFAULT 0,
  status INTEGER,
  duration INTEGER,
  partner_id UUID NOT NULL,
  webhook_id UUID NOT NULL,
  event_id UUID NOT NULL,
  type TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending',
  answer TEXT,
  error TEXT,
  PRIMARY KEY (partner_id, webhook_id, event_id),
  CONSTRAINT rewards_delivery_state CHECK (state IN ('pending', 'delivered', 'failed')),
  CONSTRAINT rewards_delivery_due CHECK ((state = 'pending') = (due_at IS NOT NULL)),
  CONSTRAINT rewards_delivery_done CHECK (state <> 'delivered' OR delivered_at IS NOT NULL)
) WITH (fillfactor = 70)
--;
CREATE INDEX rewards_webhook_due ON rewards_webhook (due_at) WHERE due_at IS NOT NULL
--;
CREATE INDEX rewards_delivery_next ON rewards_delivery (partner_id, webhook_id, due_at) WHERE due_at IS NOT NULL
--;
CREATE INDEX rewards_delivery_failed ON rewards_delivery (partner_id, webhook_id, event_id) WHERE state = 'failed'
--;
CREATE TABLE rewards_login (
  updated_at TIMESTAMPTZ NOT NULL,
  partner_id UUID NOT NULL,
  ecosystem TEXT NOT NULL,
  email TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  PRIMARY KEY (partner_id),
  UNIQUE (ecosystem, email),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id)
)
--;
CREATE TABLE rewards_application (
  created_at TIMESTAMPTZ NOT NULL,
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  client_id TEXT NOT NULL,
  name TEXT NOT NULL,
  redirect_url TEXT NOT NULL,
  web_redirect_url TEXT,
  mobile_redirect_url TEXT,
  user_details_url TEXT NOT NULL,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id)
)
--;
CREATE TABLE rewards_api_key (
  created_at TIMESTAMPTZ NOT NULL,
  last_used_at TIMESTAMPTZ,
  revoked_at TIMESTAMPTZ,
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  key TEXT NOT NULL,
  hash TEXT NOT NULL,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id)
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_token (
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  partner_id UUID NOT NULL,
  api_key_id UUID,
  hash TEXT NOT NULL,
  scopes TEXT NOT NULL,
  PRIMARY KEY (partner_id, hash),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  FOREIGN KEY (partner_id, api_key_id) REFERENCES rewards_api_key (partner_id, id)
)
--;
CREATE TABLE rewards_reset (
  place BIGINT NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  account_id UUID NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (account_id, place),
  CONSTRAINT rewards_reset_place CHECK (place BETWEEN 1 AND 5)
)
--;
CREATE TABLE rewards_user (
  created_at TIMESTAMPTZ NOT NULL,
  email_verified_at TIMESTAMPTZ,
  id UUID NOT NULL,
  is_adult BOOLEAN NOT NULL,
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
)
--;
CREATE TABLE rewards_otp (
  issued BIGINT NOT NULL,
  tries BIGINT NOT NULL DEFAULT 0,
  window_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  user_id UUID NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (user_id),
  FOREIGN KEY (user_id) REFERENCES rewards_user (id),
  CONSTRAINT rewards_otp_issued CHECK (issued BETWEEN 1 AND 5),
  CONSTRAINT rewards_otp_tries CHECK (tries BETWEEN 0 AND 5)
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_member_data (
  fetched_at TIMESTAMPTZ NOT NULL,
  partner_id UUID NOT NULL,
  member_id UUID NOT NULL,
  tag TEXT NOT NULL,
  tag_key TEXT COLLATE "C" NOT NULL,
  name_key TEXT COLLATE "C" NOT NULL,
  data TEXT NOT NULL,
  PRIMARY KEY (partner_id, member_id),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id) DEFERRABLE INITIALLY DEFERRED
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_grant (
  created_at TIMESTAMPTZ NOT NULL,
  revoked_at TIMESTAMPTZ,
  partner_id UUID NOT NULL,
  application_id UUID NOT NULL,
  id UUID NOT NULL,
  user_id UUID NOT NULL,
  scopes TEXT NOT NULL,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (user_id) REFERENCES rewards_user (id),
  FOREIGN KEY (partner_id, application_id) REFERENCES rewards_application (partner_id, id)
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_visible_name (
  partner_id UUID NOT NULL,
  user_id UUID NOT NULL,
  scope TEXT NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (partner_id, user_id, scope),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  FOREIGN KEY (user_id) REFERENCES rewards_user (id),
  CONSTRAINT rewards_visible_name_scope CHECK (scope IN ('profile', 'fullname'))
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_code (
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  used_at TIMESTAMPTZ,
  partner_id UUID NOT NULL,
  grant_id UUID NOT NULL,
  hash TEXT NOT NULL,
  redirect_uri TEXT NOT NULL,
  challenge TEXT,
  PRIMARY KEY (partner_id, hash),
  FOREIGN KEY (partner_id, grant_id) REFERENCES rewards_grant (partner_id, id)
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_grant_token (
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  used_at TIMESTAMPTZ,
  partner_id UUID NOT NULL,
  grant_id UUID NOT NULL,
  hash TEXT NOT NULL,
  kind TEXT NOT NULL,
  scopes TEXT,
  PRIMARY KEY (partner_id, hash),
  FOREIGN KEY (partner_id, grant_id) REFERENCES rewards_grant (partner_id, id),
  CONSTRAINT rewards_grant_token_kind CHECK (kind IN ('access', 'refresh')),
  CONSTRAINT rewards_grant_token_used CHECK (used_at IS NULL OR kind = 'refresh')
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_mail (
  attempts BIGINT NOT NULL DEFAULT 0,
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ,
  due_at TIMESTAMPTZ,
  sent_at TIMESTAMPTZ,
  id UUID NOT NULL,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  html TEXT NOT NULL,
  error TEXT,
  PRIMARY KEY (id),
  CONSTRAINT rewards_mail_state CHECK (sent_at IS NULL OR due_at IS NULL),
  CONSTRAINT rewards_mail_forgotten CHECK (sent_at IS NULL OR (body = '' AND html = ''))
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_audit (
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ,
  id UUID NOT NULL,
  partner_id UUID,
  user_id UUID,
  action TEXT NOT NULL,
  outcome TEXT NOT NULL,
  actor TEXT NOT NULL,
  address TEXT,
  detail TEXT,
  PRIMARY KEY (id),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_audit_outcome CHECK (outcome IN ('done', 'refused'))
)
--;
CREATE TABLE rewards_known_address (
  seen_at TIMESTAMPTZ NOT NULL,
  account_id UUID NOT NULL,
  address TEXT NOT NULL,
  PRIMARY KEY (account_id, address)
)
--;
CREATE TABLE rewards_rate (
  minute BIGINT NOT NULL,
  taken BIGINT NOT NULL,
  allowed BIGINT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (minute, name)
) WITH (fillfactor = 70)
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
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('-125000', '7', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d01', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d00', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d02', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d03', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d04', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d05', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d06', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d07', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d08', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d09', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d0a', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d0b', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d0c', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d0d', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d0e', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d0f', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d80', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d82', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d83', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d84', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d85', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d86', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d87', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d88', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d89', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d8a', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d8b', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d8c', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d8d', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d8e', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d8f', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('0', '2', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700d-b6fa-a6cc77c2e357', 'wallet')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('15000', '3', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d81', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('25000', '1', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7016-863a-ea88f2428343', 'wallet')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES ('85000', '7', '2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700e-b51c-c53efcb4e953', 'wallet')
--;
INSERT INTO rewards_api_key (created_at, last_used_at, revoked_at, partner_id, id, key, hash, name, scopes) VALUES ('2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7003-8c02-7432ac99affa', 'rk_01a15889fa8070008e4fc813f5e94dea7788fb61e0736ab30ffd080b5745c7b9', 'mg3wdnBEUhf9VNBDCxnAB3F2sSoIcPKhA4-bzfnsYC8', 'till', 'awards:write read')
--;
INSERT INTO rewards_application (created_at, partner_id, id, client_id, name, redirect_url, web_redirect_url, mobile_redirect_url, user_details_url) VALUES ('2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7001-b656-906bdd5611b6', '01a15889fa8070008e4fc813f5e94deaa426198741ca2270b3d6e8ece3d7c753', 'Corner Shop', 'https://shop.example/return', NULL, NULL, 'https://shop.example/users')
--;
INSERT INTO rewards_audit (created_at, expires_at, id, partner_id, user_id, action, outcome, actor, address, detail) VALUES ('2026-10-20 09:00:00+00', NULL, '01a15889-fa80-7002-b5c0-84887b6bb7f3', '01a15889-fa80-7000-8e4f-c813f5e94dea', NULL, 'partner.onboard', 'done', 'ops@shop.example', NULL, NULL)
--;
INSERT INTO rewards_audit (created_at, expires_at, id, partner_id, user_id, action, outcome, actor, address, detail) VALUES ('2026-10-20 09:00:00+00', NULL, '01a15889-fa80-7004-892e-9bd3188912f4', '01a15889-fa80-7000-8e4f-c813f5e94dea', NULL, 'key.create', 'done', 'ops@shop.example', NULL, 'rk_01a15889fa8070008e4fc813f5e94dea7788fb61e0736ab30ffd080b5745c7b9 till: awards:write read')
--;
INSERT INTO rewards_audit (created_at, expires_at, id, partner_id, user_id, action, outcome, actor, address, detail) VALUES ('2026-10-20 09:00:00+00', NULL, '01a15889-fa80-7007-bee3-8e39e91017a2', NULL, '01a15889-fa80-7005-81d5-e8a4ac1c9b43', 'user.create', 'done', 'ada@mail.example', NULL, NULL)
--;
INSERT INTO rewards_audit (created_at, expires_at, id, partner_id, user_id, action, outcome, actor, address, detail) VALUES ('2026-11-09 09:00:00+00', NULL, '01a1bf89-2a80-7006-9617-4ee0d888efe3', '01a15889-fa80-7000-8e4f-c813f5e94dea', NULL, 'webhook.create', 'done', 'ops@shop.example', NULL, '01a1bf89-2a80-7005-8245-3012bcd27ec6 to shop.example')
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20 09:00:00+00', '0', '0', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700f-8fb2-98527032bb77', '01a15889-fa80-7008-a425-13f1203a23f2', '01a15889-fa80-700d-b6fa-a6cc77c2e357', 'true', NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20 09:00:00+00', '0', '0', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7010-9687-0e04b9df9399', '01a15889-fa80-7009-8693-33b611832f50', '01a15889-fa80-700d-b6fa-a6cc77c2e357', 'false', NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20 09:00:00+00', '0', '0', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7011-96f4-2ff25fe6631f', '01a15889-fa80-7009-8693-33b611832f50', '01a15889-fa80-700d-b6fa-a6cc77c2e357', 'false', NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20 09:00:00+00', '0', '0', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7013-ac78-e182dec55ae5', '01a15889-fa80-7008-a425-13f1203a23f2', '01a15889-fa80-700e-b51c-c53efcb4e953', 'true', NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20 09:00:00+00', '0', '0', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7015-8721-8ae079d7d800', '01a15889-fa80-700a-b258-95d6fbaca5e7', '01a15889-fa80-700e-b51c-c53efcb4e953', 'true', NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20 09:00:00+00', '0', '0', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7017-8a6a-cf1a10cdebb2', '01a15889-fa80-7008-a425-13f1203a23f2', '01a15889-fa80-7016-863a-ea88f2428343', 'true', NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20 09:00:00+00', '0', '1', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7012-87db-527dfeca22e6', '01a15889-fa80-700a-b258-95d6fbaca5e7', '01a15889-fa80-700d-b6fa-a6cc77c2e357', 'false', NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20 09:00:00+00', '1', '0', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7014-8853-cd26d6e53065', '01a15889-fa80-7008-a425-13f1203a23f2', '01a15889-fa80-700e-b51c-c53efcb4e953', 'true', NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-11-09 09:00:00+00', '2', '0', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a1bf89-2a80-7000-8bc9-2cef8e26a790', '01a15889-fa80-7008-a425-13f1203a23f2', '01a15889-fa80-700e-b51c-c53efcb4e953', 'true', NULL)
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status) VALUES ('0', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7008-a425-13f1203a23f2', '01a15889-fa80-7008-a425-13f1203a23f2', 'visit', 'as agreed', 'active')
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status) VALUES ('0', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7009-8693-33b611832f50', '01a15889-fa80-7009-8693-33b611832f50', 'stamps', 'as agreed', 'active')
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status) VALUES ('0', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700a-b258-95d6fbaca5e7', '01a15889-fa80-700a-b258-95d6fbaca5e7', 'complete', '', 'active')
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status) VALUES ('1', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700a-b258-95d6fbaca5e7', '01a15889-fa80-700b-8a2c-5e668d3b1d95', 'profile', 'has a profile', 'active')
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status) VALUES ('2', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700a-b258-95d6fbaca5e7', '01a15889-fa80-700c-b1f0-d42583867390', 'photo', 'has a photo', 'active')
--;
INSERT INTO rewards_day (awards, awarded, reversals, reversed, transfers, returned, refunds, refunded, day, partner_id) VALUES ('1', '25000', '1', '25000', '2', '55000', '1', '40000', '20766', '01a15889-fa80-7000-8e4f-c813f5e94dea')
--;
INSERT INTO rewards_day (awards, awarded, reversals, reversed, transfers, returned, refunds, refunded, day, partner_id) VALUES ('5', '125000', '0', '0', '0', '0', '0', '0', '20746', '01a15889-fa80-7000-8e4f-c813f5e94dea')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7000-b712-0671c4b09a52', 'rule.created', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-7008-a425-13f1203a23f2","partnerId":"01a15889-fa80-7000-8e4f-c813f5e94dea","name":"visit","coinValue":"2.5","maxNumberOfParticipant":3,"participants":0,"userLimitAward":-1,"condition":"as agreed","status":"active","terms":{"_tag":"Single"},"limits":[{"per":"member","period":"day","awards":2},{"per":"rule","period":"ever","coins":"100"}],"timeZone":"Europe/Berlin","startsAt":null,"endsAt":null,"atLimit":"reject","createdAt":"2026-10-20T09:00:00.000Z","updatedAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7001-bed1-8d53020a3f14', 'rule.created', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-7009-8693-33b611832f50","partnerId":"01a15889-fa80-7000-8e4f-c813f5e94dea","name":"stamps","coinValue":"2.5","maxNumberOfParticipant":3,"participants":0,"userLimitAward":-1,"condition":"as agreed","status":"active","terms":{"_tag":"Batched","completionNumber":3},"limits":[],"timeZone":"UTC","startsAt":null,"endsAt":null,"atLimit":"reject","createdAt":"2026-10-20T09:00:00.000Z","updatedAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7002-8fe3-c3bad63f503a', 'rule.created', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-700a-b258-95d6fbaca5e7","partnerId":"01a15889-fa80-7000-8e4f-c813f5e94dea","name":"complete","coinValue":"2.5","maxNumberOfParticipant":3,"participants":0,"userLimitAward":1,"condition":"","status":"active","terms":{"_tag":"Combined","subRules":[{"id":"01a15889-fa80-700b-8a2c-5e668d3b1d95","name":"profile","condition":"has a profile","status":"active"},{"id":"01a15889-fa80-700c-b1f0-d42583867390","name":"photo","condition":"has a photo","status":"active"}]},"limits":[],"timeZone":"UTC","startsAt":null,"endsAt":null,"atLimit":"reject","createdAt":"2026-10-20T09:00:00.000Z","updatedAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7003-bbac-f05d16f11180', 'member.onboarded', '2026-10-20 09:00:00+00', NULL, '{"memberId":"01a15889-fa80-700d-b6fa-a6cc77c2e357","userId":"bob","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7004-aa97-05aed1e38ff6', 'member.onboarded', '2026-10-20 09:00:00+00', NULL, '{"memberId":"01a15889-fa80-700e-b51c-c53efcb4e953","userId":"cleo","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7005-894e-d5c05a2dead3', 'award.paid', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-700f-8fb2-98527032bb77","ruleId":"01a15889-fa80-7008-a425-13f1203a23f2","ruleName":"visit","userId":"bob","awarded":true,"coins":"2.5","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7006-8e05-0f5a1bb49881', 'award.counted', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-7010-9687-0e04b9df9399","ruleId":"01a15889-fa80-7009-8693-33b611832f50","ruleName":"stamps","userId":"bob","awarded":false,"coins":"0","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7007-a509-96dc49c265e6', 'award.counted', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-7011-96f4-2ff25fe6631f","ruleId":"01a15889-fa80-7009-8693-33b611832f50","ruleName":"stamps","userId":"bob","awarded":false,"coins":"0","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7008-931a-5a056ac59757', 'award.counted', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-7012-87db-527dfeca22e6","ruleId":"01a15889-fa80-700b-8a2c-5e668d3b1d95","ruleName":"profile","userId":"bob","awarded":false,"coins":"0","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7009-a9af-78e4b026c076', 'award.paid', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-7013-ac78-e182dec55ae5","ruleId":"01a15889-fa80-7008-a425-13f1203a23f2","ruleName":"visit","userId":"cleo","awarded":true,"coins":"2.5","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700a-8a74-7253f9f8cf88', 'award.paid', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-7014-8853-cd26d6e53065","ruleId":"01a15889-fa80-7008-a425-13f1203a23f2","ruleName":"visit","userId":"cleo","awarded":true,"coins":"2.5","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700b-b516-f71c846d15da', 'award.paid', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-7015-8721-8ae079d7d800","ruleId":"01a15889-fa80-700a-b258-95d6fbaca5e7","ruleName":"complete","userId":"cleo","awarded":true,"coins":"2.5","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700c-911d-0773a5f748a5', 'member.onboarded', '2026-10-20 09:00:00+00', NULL, '{"memberId":"01a15889-fa80-7016-863a-ea88f2428343","userId":"01a15889-fa80-7005-81d5-e8a4ac1c9b43","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700d-a217-9fc1573d3fb6', 'award.paid', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-7017-8a6a-cf1a10cdebb2","ruleId":"01a15889-fa80-7008-a425-13f1203a23f2","ruleName":"visit","userId":"01a15889-fa80-7005-81d5-e8a4ac1c9b43","awarded":true,"coins":"2.5","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700e-ba6e-d2f41eaf1c9b', 'rule.exhausted', '2026-10-20 09:00:00+00', NULL, '{"ruleId":"01a15889-fa80-7008-a425-13f1203a23f2","ruleName":"visit","measure":"participants","used":"3","max":"3"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a1bf89-2a80-7000-831d-d2c2c11fcebf', 'award.paid', '2026-11-09 09:00:00+00', NULL, '{"id":"01a1bf89-2a80-7000-8bc9-2cef8e26a790","ruleId":"01a15889-fa80-7008-a425-13f1203a23f2","ruleName":"visit","userId":"cleo","awarded":true,"coins":"2.5","suppressedBy":null,"createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a1bf89-2a80-7001-8822-c8938c9f864f', 'award.reversed', '2026-11-09 09:00:00+00', NULL, '{"award":{"id":"01a15889-fa80-700f-8fb2-98527032bb77","ruleId":"01a15889-fa80-7008-a425-13f1203a23f2","ruleName":"visit","userId":"bob","awarded":true,"coins":"2.5","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"},"reversal":{"id":"01a1bf89-2a80-7001-8398-70c236661881","coins":"2.5","createdAt":"2026-11-09T09:00:00.000Z"}}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a1bf89-2a80-7002-ada3-cdc93f506180', 'coins.transferred', '2026-11-09 09:00:00+00', NULL, '{"id":"01a1bf89-2a80-7002-92e5-6722e2bc6bd0","memberId":"01a15889-fa80-700e-b51c-c53efcb4e953","userId":"cleo","coins":"4","balance":"6","createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a1bf89-2a80-7003-b242-d8967aa38fbc', 'coins.refunded', '2026-11-09 09:00:00+00', NULL, '{"id":"01a1bf89-2a80-7003-a66e-74f22fb44154","transactionId":"01a1bf89-2a80-7002-92e5-6722e2bc6bd0","memberId":"01a15889-fa80-700e-b51c-c53efcb4e953","userId":"cleo","coins":"4","createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a1bf89-2a80-7004-a5e5-c2377cb5027b', 'coins.transferred', '2026-11-09 09:00:00+00', NULL, '{"id":"01a1bf89-2a80-7004-b05b-6a39931045d1","memberId":"01a15889-fa80-700e-b51c-c53efcb4e953","userId":"cleo","coins":"1.5","balance":"8.5","createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_feed (partner_id, last_event, read_at, subscriptions) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a1bf89-2a80-7004-a5e5-c2377cb5027b', '2026-11-09 09:00:00+00', '1')
--;
INSERT INTO rewards_fold (version, partner_id, account_id) VALUES ('0', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d00')
--;
INSERT INTO rewards_fold (version, partner_id, account_id) VALUES ('3', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d81')
--;
INSERT INTO rewards_fold (version, partner_id, account_id) VALUES ('7', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-8000-8e4f-c813f5e94d01')
--;
INSERT INTO rewards_idempotency (partner_id, record_id, fingerprint, award_ids, key, answer) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700f-8fb2-98527032bb77', E'\\x2bca2b6b3dc1b5aecac35d02e32255d0', NULL, 'order-1', NULL)
--;
INSERT INTO rewards_idempotency (partner_id, record_id, fingerprint, award_ids, key, answer) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a1bf89-2a80-7002-92e5-6722e2bc6bd0', E'\\xf2f9e44b774e176178905d084a120109', NULL, 'spend-1', NULL)
--;
INSERT INTO rewards_login (updated_at, partner_id, ecosystem, email, password_hash) VALUES ('2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', 'demo', 'ops@shop.example', '$argon2id$v=19$m=19456,t=2,p=1$0zsAmIuGXStW01XvmQBkLg$jHp05++fzpGutNI2oi/vj1D5xFS+80VBeyhx6CCBXDQ')
--;
INSERT INTO rewards_mail (attempts, created_at, expires_at, due_at, sent_at, id, recipient, subject, body, html, error) VALUES ('0', '2026-10-20 09:00:00+00', '2026-10-20 09:10:00+00', '2026-10-20 09:00:00+00', NULL, '01a15889-fa80-7006-88e4-92371d2992c9', 'ada@mail.example', 'Your verification code', 'Hello Ada Lovelace,

This code confirms your e-mail address:

    666841

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
<p class="code" style="margin:0 0 16px;padding:16px 12px;border:1px solid #d5ddd9;border-radius:8px;background:#f4f6f3;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:32px;font-weight:700;letter-spacing:6px;line-height:1.2;text-align:center;color:#16211b;-webkit-user-select:all;user-select:all">666841</p>
<p class="ink" style="margin:0 0 16px;overflow-wrap:anywhere;color:#16211b">It is valid for 10 minutes and works once. We will never ask you for it.</p>
<p class="ink" style="margin:0 0 16px;overflow-wrap:anywhere;color:#16211b">If you did not create an account, ignore this mail: nothing will happen.</p>
</div>
<p class="faint" style="max-width:520px;margin:16px auto 0;font-size:13px;text-align:center;color:#55635b">Laurel Rewards</p>
</div>
</body>
</html>
', NULL)
--;
INSERT INTO rewards_member (created_at, partner_id, id, user_id) VALUES ('2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700d-b6fa-a6cc77c2e357', 'bob')
--;
INSERT INTO rewards_member (created_at, partner_id, id, user_id) VALUES ('2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700e-b51c-c53efcb4e953', 'cleo')
--;
INSERT INTO rewards_member (created_at, partner_id, id, user_id) VALUES ('2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7016-863a-ea88f2428343', '01a15889-fa80-7005-81d5-e8a4ac1c9b43')
--;
INSERT INTO rewards_member_id (partner_id, member_id, linked, user_id) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700d-b6fa-a6cc77c2e357', 'false', 'bob')
--;
INSERT INTO rewards_member_id (partner_id, member_id, linked, user_id) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700e-b51c-c53efcb4e953', 'false', 'cleo')
--;
INSERT INTO rewards_member_id (partner_id, member_id, linked, user_id) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7016-863a-ea88f2428343', 'false', '01a15889-fa80-7005-81d5-e8a4ac1c9b43')
--;
INSERT INTO rewards_migration (wing, id, name, applied_at) VALUES ('accounts', '1', 'tables', '2026-10-20 09:00:00+00')
--;
INSERT INTO rewards_migration (wing, id, name, applied_at) VALUES ('boards', '1', 'tables', '2026-10-20 09:00:00+00')
--;
INSERT INTO rewards_migration (wing, id, name, applied_at) VALUES ('events', '1', 'tables', '2026-10-20 09:00:00+00')
--;
INSERT INTO rewards_migration (wing, id, name, applied_at) VALUES ('rewards', '1', 'tables', '2026-10-20 09:00:00+00')
--;
INSERT INTO rewards_migration (wing, id, name, applied_at) VALUES ('webhooks', '1', 'tables', '2026-10-20 09:00:00+00')
--;
INSERT INTO rewards_otp (issued, tries, window_at, expires_at, user_id, hash) VALUES ('1', '0', '2026-10-20 09:00:00+00', '2026-10-20 09:10:00+00', '01a15889-fa80-7005-81d5-e8a4ac1c9b43', 'FYxclAadDp1RyjNcjA11Di9l2lVNdyv_1h4tDIfEAsw')
--;
INSERT INTO rewards_partner (created_at, id, name, reference) VALUES ('2026-10-20 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', 'Corner Shop Ltd', NULL)
--;
INSERT INTO rewards_reversal (created_at, partner_id, id, award_id, transfer_id) VALUES ('2026-11-09 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a1bf89-2a80-7001-8398-70c236661881', '01a15889-fa80-700f-8fb2-98527032bb77', NULL)
--;
INSERT INTO rewards_reversal (created_at, partner_id, id, award_id, transfer_id) VALUES ('2026-11-09 09:00:00+00', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a1bf89-2a80-7003-a66e-74f22fb44154', NULL, '01a1bf89-2a80-7002-92e5-6722e2bc6bd0')
--;
INSERT INTO rewards_rule (coin_value, max_number_of_participant, participants, user_limit_award, completion_number, created_at, updated_at, starts_at, ends_at, counted_until, generation, partner_id, id, type, at_limit, time_zone, limits) VALUES ('25000', '3', '0', NULL, '3', '2026-10-20 09:00:00+00', '2026-10-20 09:00:00+00', NULL, NULL, NULL, '0', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7009-8693-33b611832f50', 'batched', 'reject', 'UTC', NULL)
--;
INSERT INTO rewards_rule (coin_value, max_number_of_participant, participants, user_limit_award, completion_number, created_at, updated_at, starts_at, ends_at, counted_until, generation, partner_id, id, type, at_limit, time_zone, limits) VALUES ('25000', '3', '1', '1', NULL, '2026-10-20 09:00:00+00', '2026-10-20 09:00:00+00', NULL, NULL, NULL, '0', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700a-b258-95d6fbaca5e7', 'combined', 'reject', 'UTC', NULL)
--;
INSERT INTO rewards_rule (coin_value, max_number_of_participant, participants, user_limit_award, completion_number, created_at, updated_at, starts_at, ends_at, counted_until, generation, partner_id, id, type, at_limit, time_zone, limits) VALUES ('25000', '3', '2', NULL, NULL, '2026-10-20 09:00:00+00', '2026-10-20 09:00:00+00', NULL, NULL, NULL, '0', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7008-a425-13f1203a23f2', 'single', 'reject', 'Europe/Berlin', '[{"per":"member","period":"day","awards":2},{"per":"rule","period":"ever","coins":"100"}]')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('1', '1', '1', '01a15889-fa80-7000-8e4f-c813f5e94dea', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('1', '1', '2', '01a15889-fa80-7000-8e4f-c813f5e94dea', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('1', '1', '3', '01a15889-fa80-7000-8e4f-c813f5e94dea', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('1', '48646', '1', '01a15889-fa80-7000-8e4f-c813f5e94dea', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('1', '48646', '2', '01a15889-fa80-7000-8e4f-c813f5e94dea', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('1', '48646', '3', '01a15889-fa80-7000-8e4f-c813f5e94dea', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('1', '48647', '1', '01a15889-fa80-7000-8e4f-c813f5e94dea', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('1', '48647', '2', '01a15889-fa80-7000-8e4f-c813f5e94dea', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('1', '48647', '3', '01a15889-fa80-7000-8e4f-c813f5e94dea', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('2', '0', '1', '01a15889-fa80-7000-8e4f-c813f5e94dea', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('2', '0', '2', '01a15889-fa80-7000-8e4f-c813f5e94dea', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('2', '0', '3', '01a15889-fa80-7000-8e4f-c813f5e94dea', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('2', '48644', '1', '01a15889-fa80-7000-8e4f-c813f5e94dea', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('2', '48644', '2', '01a15889-fa80-7000-8e4f-c813f5e94dea', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('2', '48644', '3', '01a15889-fa80-7000-8e4f-c813f5e94dea', E'\\x')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES ('0', '1794214800000', '0', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700d-b6fa-a6cc77c2e357')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES ('0', '1794214800000', '48644', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700d-b6fa-a6cc77c2e357')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES ('100000', '1794214800000', '0', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700e-b51c-c53efcb4e953')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES ('15000', '1794214800000', '1', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700e-b51c-c53efcb4e953')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES ('15000', '1794214800000', '48647', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700e-b51c-c53efcb4e953')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES ('25000', '1792486800000', '0', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7016-863a-ea88f2428343')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES ('25000', '1792486800000', '48644', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7016-863a-ea88f2428343')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES ('25000', '1794214800000', '48646', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700e-b51c-c53efcb4e953')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES ('75000', '1792486800000', '48644', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700e-b51c-c53efcb4e953')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, partner_id, rule_id, member_id) VALUES ('0', '0', '1', '1', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700a-b258-95d6fbaca5e7', '01a15889-fa80-700d-b6fa-a6cc77c2e357')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, partner_id, rule_id, member_id) VALUES ('0', '0', '2', NULL, '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7009-8693-33b611832f50', '01a15889-fa80-700d-b6fa-a6cc77c2e357')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, partner_id, rule_id, member_id) VALUES ('0', '1', '0', NULL, '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7008-a425-13f1203a23f2', '01a15889-fa80-700d-b6fa-a6cc77c2e357')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, partner_id, rule_id, member_id) VALUES ('1', '1', '0', '1', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700a-b258-95d6fbaca5e7', '01a15889-fa80-700e-b51c-c53efcb4e953')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, partner_id, rule_id, member_id) VALUES ('1', '1', '0', NULL, '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7008-a425-13f1203a23f2', '01a15889-fa80-7016-863a-ea88f2428343')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, partner_id, rule_id, member_id) VALUES ('3', '3', '0', NULL, '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7008-a425-13f1203a23f2', '01a15889-fa80-700e-b51c-c53efcb4e953')
--;
INSERT INTO rewards_text (partner_id, record_id, name, value) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700f-8fb2-98527032bb77', '', 'for Bob')
--;
INSERT INTO rewards_text (partner_id, record_id, name, value) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700f-8fb2-98527032bb77', 'till', '4')
--;
INSERT INTO rewards_text (partner_id, record_id, name, value) VALUES ('01a15889-fa80-7000-8e4f-c813f5e94dea', '01a1bf89-2a80-7001-8398-70c236661881', '', 'a mistake')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES ('15000', '7', '85000', '3', '15000', '2026-11-09 09:00:00+00', '24323', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a1bf89-2a80-7004-b05b-6a39931045d1', '01a15889-fa80-700e-b51c-c53efcb4e953', '01a15889-fa80-8000-8e4f-c813f5e94d81', 'user_partner_transfer')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES ('25000', '1', '-25000', '1', '25000', '2026-10-20 09:00:00+00', '24322', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-700f-8fb2-98527032bb77', '01a15889-fa80-8000-8e4f-c813f5e94d01', '01a15889-fa80-700d-b6fa-a6cc77c2e357', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES ('25000', '2', '-50000', '1', '25000', '2026-10-20 09:00:00+00', '24322', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7013-ac78-e182dec55ae5', '01a15889-fa80-8000-8e4f-c813f5e94d01', '01a15889-fa80-700e-b51c-c53efcb4e953', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES ('25000', '2', '0', '7', '-125000', '2026-11-09 09:00:00+00', '24322', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a1bf89-2a80-7001-8398-70c236661881', '01a15889-fa80-700d-b6fa-a6cc77c2e357', '01a15889-fa80-8000-8e4f-c813f5e94d01', 'award_reversal')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES ('25000', '3', '-75000', '2', '50000', '2026-10-20 09:00:00+00', '24322', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7014-8853-cd26d6e53065', '01a15889-fa80-8000-8e4f-c813f5e94d01', '01a15889-fa80-700e-b51c-c53efcb4e953', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES ('25000', '4', '-100000', '3', '75000', '2026-10-20 09:00:00+00', '24322', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7015-8721-8ae079d7d800', '01a15889-fa80-8000-8e4f-c813f5e94d01', '01a15889-fa80-700e-b51c-c53efcb4e953', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES ('25000', '5', '-125000', '1', '25000', '2026-10-20 09:00:00+00', '24322', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7017-8a6a-cf1a10cdebb2', '01a15889-fa80-8000-8e4f-c813f5e94d01', '01a15889-fa80-7016-863a-ea88f2428343', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES ('25000', '6', '-150000', '4', '100000', '2026-11-09 09:00:00+00', '24323', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a1bf89-2a80-7000-8bc9-2cef8e26a790', '01a15889-fa80-8000-8e4f-c813f5e94d01', '01a15889-fa80-700e-b51c-c53efcb4e953', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES ('40000', '2', '0', '6', '100000', '2026-11-09 09:00:00+00', '24323', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a1bf89-2a80-7003-a66e-74f22fb44154', '01a15889-fa80-8000-8e4f-c813f5e94d81', '01a15889-fa80-700e-b51c-c53efcb4e953', 'user_partner_refund')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES ('40000', '5', '60000', '1', '40000', '2026-11-09 09:00:00+00', '24323', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a1bf89-2a80-7002-92e5-6722e2bc6bd0', '01a15889-fa80-700e-b51c-c53efcb4e953', '01a15889-fa80-8000-8e4f-c813f5e94d81', 'user_partner_transfer')
--;
INSERT INTO rewards_user (created_at, email_verified_at, id, is_adult, tag, email, email_key, fullname, phone, country_code, date_of_birth, password_hash) VALUES ('2026-10-20 09:00:00+00', NULL, '01a15889-fa80-7005-81d5-e8a4ac1c9b43', 'false', 'ada', 'ada@mail.example', 'ada@mail.example', 'ada lovelace', '0801234567', '+44', NULL, '$argon2id$v=19$m=19456,t=2,p=1$5xgddvBb66eGtaQ0cQAiHA$hNU1CCpLshqQ0z1q+h5bAnDmM1pptvhfQmuui4Nd4gQ')
--;
INSERT INTO rewards_webhook (created_at, updated_at, previous_secret_until, failing_since, held_until, due_at, partner_id, id, last_event, leased_by, url, types, description, secret, previous_secret, status, paused_reason) VALUES ('2026-11-09 09:00:00+00', '2026-11-09 09:00:00+00', NULL, NULL, NULL, NULL, '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a1bf89-2a80-7005-8245-3012bcd27ec6', '01a1bf89-2a80-7004-a5e5-c2377cb5027b', NULL, 'https://shop.example/hooks', '', 'orders', 'whsec_6t+kvui1PzeYvECjtPgr5NWKXMCn3cLgY9gsVw7zr7U=', NULL, 'active', NULL)
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES ('0', '0', '2', NULL, '2026-10-19 22:00:00+00', '2026-10-20 22:00:00+00', '0', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7008-a425-13f1203a23f2', '01a15889-fa80-700d-b6fa-a6cc77c2e357', 'day')
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES ('1', '0', '2', NULL, '2026-10-19 22:00:00+00', '2026-10-20 22:00:00+00', '0', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7008-a425-13f1203a23f2', '01a15889-fa80-7016-863a-ea88f2428343', 'day')
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES ('1', '0', '2', NULL, '2026-11-08 23:00:00+00', '2026-11-09 23:00:00+00', '0', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7008-a425-13f1203a23f2', '01a15889-fa80-700e-b51c-c53efcb4e953', 'day')
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES ('2', '0', '2', NULL, '2026-10-19 22:00:00+00', '2026-10-20 22:00:00+00', '0', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7008-a425-13f1203a23f2', '01a15889-fa80-700e-b51c-c53efcb4e953', 'day')
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES ('4', '100000', NULL, '1000000', '1970-01-01 00:00:00+00', NULL, '0', '01a15889-fa80-7000-8e4f-c813f5e94dea', '01a15889-fa80-7008-a425-13f1203a23f2', '01a15889-fa80-7008-a425-13f1203a23f2', 'ever')
--;
