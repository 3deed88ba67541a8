CREATE TABLE rewards_migration (
    wing TEXT NOT NULL, id BIGINT NOT NULL, name TEXT NOT NULL, applied_at TIMESTAMPTZ NOT NULL, PRIMARY KEY (wing, id)
  )
--;
CREATE TABLE rewards_partner (
  created_at TIMESTAMPTZ NOT NULL,
  retired_at TIMESTAMPTZ,
  approve_above BIGINT,
  clock_offset BIGINT NOT NULL DEFAULT 0,
  id UUID NOT NULL,
  expiry_notice INTEGER,
  remember_erased BOOLEAN NOT NULL DEFAULT TRUE,
  name TEXT NOT NULL,
  reference TEXT,
  PRIMARY KEY (id),
  CONSTRAINT rewards_partner_expiry_notice CHECK (expiry_notice BETWEEN 1 AND 365),
  CONSTRAINT rewards_partner_approve_above CHECK (approve_above BETWEEN 0 AND 5000000000000000),
  CONSTRAINT rewards_partner_clock_offset CHECK (clock_offset = 0 OR (clock_offset BETWEEN 0 AND 632448000000 AND CAST(id AS TEXT) LIKE '7e57____-____-4%')),
  CONSTRAINT rewards_partner_retired CHECK (retired_at IS NULL OR CAST(id AS TEXT) LIKE '7e57____-____-4%')
)
--;
CREATE TABLE rewards_orderer (
  number INTEGER NOT NULL,
  partner_id UUID NOT NULL,
  ref UUID,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (partner_id, number),
  CONSTRAINT rewards_orderer_number CHECK (number >= 1),
  CONSTRAINT rewards_orderer_kind CHECK (kind IN ('person', 'key', 'host')),
  CONSTRAINT rewards_orderer_ref CHECK ((kind = 'host') = (ref IS NULL)),
  CONSTRAINT rewards_orderer_name CHECK (LENGTH(name) BETWEEN 1 AND 320)
)
--;
CREATE TABLE rewards_account (
  balance BIGINT NOT NULL DEFAULT 0,
  version BIGINT NOT NULL DEFAULT 0,
  created_at TIMESTAMPTZ NOT NULL,
  next_due TIMESTAMPTZ,
  closed_at TIMESTAMPTZ,
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  owner UUID,
  kind TEXT NOT NULL,
  PRIMARY KEY (partner_id, id),
  CONSTRAINT rewards_account_kind CHECK (kind IN ('wallet', 'pending', 'issuance', 'treasury', 'expired')),
  CONSTRAINT rewards_account_not_negative CHECK (kind NOT IN ('wallet', 'pending') OR balance >= 0),
  CONSTRAINT rewards_account_owner CHECK ((kind = 'pending') = (owner IS NOT NULL)),
  CONSTRAINT rewards_account_next_due CHECK ((kind = 'wallet' AND closed_at IS NULL) OR next_due IS NULL),
  CONSTRAINT rewards_account_closed CHECK (closed_at IS NULL OR (kind = 'wallet' AND balance = 0)),
  CONSTRAINT rewards_account_exact CHECK (balance BETWEEN -5000000000000000 AND 5000000000000000),
  CONSTRAINT rewards_account_version CHECK (version >= 0)
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_member (
  created_at TIMESTAMPTZ NOT NULL,
  ordered_by INTEGER,
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  current_id UUID NOT NULL,
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
CREATE TABLE rewards_attribute (
  partner_id UUID NOT NULL,
  member_id UUID NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (partner_id, member_id, name),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id)
)
--;
CREATE TABLE rewards_rule (
  coin_value BIGINT NOT NULL,
  unit BIGINT,
  max_coins BIGINT,
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
  rate INTEGER NOT NULL DEFAULT 0,
  pending_days INTEGER,
  ordered_by INTEGER,
  changed_by INTEGER,
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  archived BOOLEAN NOT NULL,
  type TEXT NOT NULL,
  at_limit TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  limits TEXT,
  coins_expire TEXT,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_rule_schedule CHECK (ends_at > starts_at),
  CONSTRAINT rewards_rule_at_limit CHECK (at_limit IN ('reject', 'suppress', 'clamp')),
  CONSTRAINT rewards_rule_generation CHECK (generation >= 0),
  CONSTRAINT rewards_rule_coin_value CHECK (coin_value BETWEEN 1 AND 5000000000000000),
  CONSTRAINT rewards_rule_unit CHECK (unit IS NULL OR (type = 'single' AND unit BETWEEN 1 AND 5000000000000000 AND rate >= 1)),
  CONSTRAINT rewards_rule_max_coins CHECK (max_coins IS NULL OR (unit IS NOT NULL AND max_coins BETWEEN 1 AND 5000000000000000)),
  CONSTRAINT rewards_rule_participants CHECK (participants BETWEEN 0 AND max_number_of_participant),
  CONSTRAINT rewards_rule_user_limit_award CHECK (user_limit_award >= 1),
  CONSTRAINT rewards_rule_pending_days CHECK (pending_days BETWEEN 1 AND 365),
  CONSTRAINT rewards_rule_coins_expire CHECK (LTRIM(coins_expire, 'P0123456789YMD') = '' AND SUBSTR(coins_expire, 1, 1) = 'P'
      AND LENGTH(coins_expire) BETWEEN 3 AND 13),
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
  activity TEXT,
  criteria TEXT,
  PRIMARY KEY (partner_id, rule_id, ordinal),
  UNIQUE (partner_id, name),
  FOREIGN KEY (partner_id, rule_id) REFERENCES rewards_rule (partner_id, id),
  CONSTRAINT rewards_condition_ordinal CHECK (ordinal BETWEEN 0 AND 30),
  CONSTRAINT rewards_condition_own CHECK ((ordinal = 0) = (id = rule_id)),
  CONSTRAINT rewards_condition_status CHECK (status IN ('active', 'inactive')),
  CONSTRAINT rewards_condition_when CHECK ((activity IS NULL) = (criteria IS NULL))
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_rule_rate (
  unit BIGINT NOT NULL,
  coin_value BIGINT NOT NULL,
  max_coins BIGINT,
  number INTEGER NOT NULL,
  partner_id UUID NOT NULL,
  rule_id UUID NOT NULL,
  PRIMARY KEY (partner_id, rule_id, number),
  FOREIGN KEY (partner_id, rule_id) REFERENCES rewards_rule (partner_id, id),
  CONSTRAINT rewards_rule_rate_unit CHECK (unit BETWEEN 1 AND 5000000000000000),
  CONSTRAINT rewards_rule_rate_coin_value CHECK (coin_value BETWEEN 1 AND 5000000000000000),
  CONSTRAINT rewards_rule_rate_max_coins CHECK (max_coins BETWEEN 1 AND 5000000000000000),
  CONSTRAINT rewards_rule_rate_number CHECK (number >= 1)
)
--;
CREATE TABLE rewards_tally (
  paid BIGINT NOT NULL,
  cycle BIGINT NOT NULL,
  progress BIGINT NOT NULL,
  user_limit BIGINT,
  merged BIGINT NOT NULL DEFAULT 0,
  continued_in BIGINT,
  partner_id UUID NOT NULL,
  rule_id UUID NOT NULL,
  member_id UUID NOT NULL,
  PRIMARY KEY (partner_id, rule_id, member_id),
  FOREIGN KEY (partner_id, rule_id) REFERENCES rewards_rule (partner_id, id),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id),
  CONSTRAINT rewards_tally_within_limit CHECK (paid >= 0 AND (user_limit IS NULL OR paid <= user_limit)),
  CONSTRAINT rewards_tally_cycle CHECK (cycle + merged >= paid AND merged >= 0),
  CONSTRAINT rewards_tally_progress CHECK (progress >= 0),
  CONSTRAINT rewards_tally_continued CHECK (continued_in IS NULL OR paid + progress = 0)
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
CREATE TABLE rewards_activity_count (
  count BIGINT NOT NULL,
  partner_id UUID NOT NULL,
  member_id UUID NOT NULL,
  type TEXT NOT NULL,
  PRIMARY KEY (partner_id, member_id, type),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id),
  CONSTRAINT rewards_activity_count_count CHECK (count >= 1)
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_activity (
  created_at TIMESTAMPTZ NOT NULL,
  occurred_at TIMESTAMPTZ NOT NULL,
  number BIGINT NOT NULL,
  ordered_by INTEGER,
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  member_id UUID NOT NULL,
  type TEXT NOT NULL,
  outcomes TEXT,
  PRIMARY KEY (partner_id, id),
  CONSTRAINT rewards_activity_number CHECK (number >= 1)
)
--;
CREATE TABLE rewards_award (
  created_at TIMESTAMPTZ NOT NULL,
  amount BIGINT,
  cycle INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  rate INTEGER,
  local_day INTEGER,
  ordered_by INTEGER,
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  rule_id UUID NOT NULL,
  member_id UUID NOT NULL,
  activity_id UUID,
  awarded BOOLEAN NOT NULL,
  suppressed_by TEXT,
  PRIMARY KEY (partner_id, id),
  CONSTRAINT rewards_award_amount CHECK ((amount IS NULL) = (rate IS NULL) AND (amount IS NULL OR amount BETWEEN 1 AND 5000000000000000)),
  CONSTRAINT rewards_award_suppressed CHECK (suppressed_by IS NULL OR (NOT awarded
      AND suppressed_by IN ('participant_limit_reached', 'user_limit_reached', 'limit_reached')))
)
--;
CREATE TABLE rewards_refusal (
  count BIGINT NOT NULL,
  day INTEGER NOT NULL,
  partner_id UUID NOT NULL,
  rule_id UUID NOT NULL,
  code TEXT NOT NULL,
  which TEXT NOT NULL,
  PRIMARY KEY (partner_id, day, rule_id, code, which),
  FOREIGN KEY (partner_id, rule_id) REFERENCES rewards_rule (partner_id, id),
  CONSTRAINT rewards_refusal_count CHECK (count >= 1),
  CONSTRAINT rewards_refusal_day CHECK (day >= 0),
  CONSTRAINT rewards_refusal_code CHECK (code IN ('amount_invalid', 'amount_not_allowed', 'amount_required', 'amount_too_large', 'amount_too_small', 'balance_too_large', 'limit_reached', 'participant_limit_reached', 'rule_inactive', 'rule_not_running', 'user_limit_reached'))
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_lot (
  coins BIGINT NOT NULL,
  maturing BIGINT NOT NULL,
  expired BIGINT NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  expirations INTEGER NOT NULL,
  content INTEGER NOT NULL,
  partner_id UUID NOT NULL,
  member_id UUID NOT NULL,
  expiry_id UUID NOT NULL,
  noticed BOOLEAN NOT NULL,
  time_zone TEXT NOT NULL,
  PRIMARY KEY (partner_id, member_id, expires_at),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id),
  CONSTRAINT rewards_lot_coins CHECK (coins BETWEEN 0 AND 5000000000000000),
  CONSTRAINT rewards_lot_maturing CHECK (maturing BETWEEN 0 AND 5000000000000000),
  CONSTRAINT rewards_lot_expired CHECK (expired >= 0),
  CONSTRAINT rewards_lot_content CHECK (content = CASE WHEN coins > 0 THEN 2 WHEN maturing > 0 THEN 1 ELSE 0 END),
  CONSTRAINT rewards_lot_expirations CHECK (expirations >= 0)
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_transfer (
  amount BIGINT NOT NULL,
  debit_version BIGINT NOT NULL,
  debit_balance BIGINT NOT NULL,
  credit_version BIGINT NOT NULL,
  credit_balance BIGINT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ,
  month INTEGER NOT NULL,
  ordered_by INTEGER,
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  debit_account UUID NOT NULL,
  credit_account UUID NOT NULL,
  kind TEXT NOT NULL,
  PRIMARY KEY (partner_id, id),
  CONSTRAINT rewards_transfer_amount CHECK (amount BETWEEN 1 AND 5000000000000000 OR (amount = 0 AND kind = 'merge')),
  CONSTRAINT rewards_transfer_two_sides CHECK (debit_account <> credit_account),
  CONSTRAINT rewards_transfer_kind CHECK (kind IN ('award', 'user_partner_transfer', 'award_reversal', 'user_partner_refund', 'adjustment', 'adjustment_reversal', 'pending_award', 'pending_reversal', 'maturity', 'expiry', 'expired_reversal', 'erasure', 'pending_erasure', 'merge', 'pending_merge'))
)
--;
CREATE TABLE rewards_pending (
  coins BIGINT NOT NULL,
  matures_at TIMESTAMPTZ NOT NULL,
  matured_at TIMESTAMPTZ,
  expires_at TIMESTAMPTZ,
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  member_id UUID NOT NULL,
  maturity_id UUID NOT NULL,
  time_zone TEXT NOT NULL,
  coins_expire TEXT,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, id) REFERENCES rewards_award (partner_id, id),
  FOREIGN KEY (partner_id, member_id, expires_at) REFERENCES rewards_lot (partner_id, member_id, expires_at),
  CONSTRAINT rewards_pending_coins CHECK (coins BETWEEN 0 AND 5000000000000000),
  CONSTRAINT rewards_pending_matured CHECK (matured_at IS NULL OR coins = 0),
  CONSTRAINT rewards_pending_lot CHECK ((expires_at IS NULL) = (coins_expire IS NULL)),
  CONSTRAINT rewards_pending_ends CHECK (matured_at IS NOT NULL OR expires_at > matures_at)
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_lot_entry (
  coins BIGINT NOT NULL,
  expired BIGINT NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  partner_id UUID NOT NULL,
  transfer_id UUID NOT NULL,
  member_id UUID NOT NULL,
  PRIMARY KEY (partner_id, transfer_id, member_id, expires_at),
  CONSTRAINT rewards_lot_entry_changes CHECK (coins <> 0 OR expired <> 0)
)
--;
CREATE TABLE rewards_adjustment (
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  reason TEXT,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, id) REFERENCES rewards_transfer (partner_id, id)
)
--;
CREATE TABLE rewards_approval_request (
  coins BIGINT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  ordered_by INTEGER,
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  member_id UUID NOT NULL,
  adjustment_id UUID,
  points BOOLEAN NOT NULL,
  debit_or_credit TEXT NOT NULL,
  reason TEXT,
  coins_expire TEXT,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id),
  FOREIGN KEY (partner_id, adjustment_id) REFERENCES rewards_adjustment (partner_id, id),
  CONSTRAINT rewards_approval_request_coins CHECK (coins BETWEEN 1 AND 5000000000000000),
  CONSTRAINT rewards_approval_request_debit_or_credit CHECK (debit_or_credit IN ('CR', 'DE')),
  CONSTRAINT rewards_approval_request_credit CHECK (debit_or_credit = 'CR' OR (NOT points AND coins_expire IS NULL))
)
--;
CREATE TABLE rewards_approval_decision (
  created_at TIMESTAMPTZ NOT NULL,
  ordered_by INTEGER,
  partner_id UUID NOT NULL,
  request_id UUID NOT NULL,
  record_id UUID,
  PRIMARY KEY (partner_id, request_id),
  FOREIGN KEY (partner_id, request_id) REFERENCES rewards_approval_request (partner_id, id)
)
--;
CREATE TABLE rewards_reversal (
  returned BIGINT NOT NULL,
  paid BIGINT NOT NULL,
  returned_amount BIGINT,
  created_at TIMESTAMPTZ NOT NULL,
  number INTEGER NOT NULL,
  ordered_by INTEGER,
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  award_id UUID,
  transfer_id UUID,
  activity_id UUID,
  activity_reversal_id UUID,
  expired_id UUID,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, award_id, number),
  UNIQUE (partner_id, transfer_id),
  UNIQUE (partner_id, activity_id),
  FOREIGN KEY (partner_id, award_id) REFERENCES rewards_award (partner_id, id),
  FOREIGN KEY (partner_id, transfer_id) REFERENCES rewards_transfer (partner_id, id),
  FOREIGN KEY (partner_id, activity_id) REFERENCES rewards_activity (partner_id, id),
  CONSTRAINT rewards_reversal_of_one CHECK (CASE WHEN award_id IS NULL THEN 0 ELSE 1 END + CASE WHEN transfer_id IS NULL THEN 0 ELSE 1 END
      + CASE WHEN activity_id IS NULL THEN 0 ELSE 1 END = 1),
  CONSTRAINT rewards_reversal_returned CHECK (returned BETWEEN 0 AND paid),
  CONSTRAINT rewards_reversal_whole CHECK (award_id IS NOT NULL OR returned = paid),
  CONSTRAINT rewards_reversal_of_activity CHECK (activity_reversal_id IS NULL OR (award_id IS NOT NULL AND returned = paid)),
  CONSTRAINT rewards_reversal_number CHECK (number >= 1)
)
--;
CREATE TABLE rewards_text (
  partner_id UUID NOT NULL,
  record_id UUID NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (partner_id, record_id, name)
)
--;
CREATE TABLE rewards_erasure (
  created_at TIMESTAMPTZ NOT NULL,
  finished_at TIMESTAMPTZ,
  partner_id UUID NOT NULL,
  member_id UUID NOT NULL,
  successor_id UUID,
  names TEXT,
  place TEXT,
  PRIMARY KEY (partner_id, member_id),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id),
  FOREIGN KEY (partner_id, successor_id) REFERENCES rewards_member (partner_id, id),
  CONSTRAINT rewards_erasure_successor CHECK (successor_id <> member_id),
  CONSTRAINT rewards_erasure_finished CHECK ((finished_at IS NULL) = (names IS NOT NULL) AND (finished_at IS NULL OR place IS NULL))
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_erased_id (
  partner_id UUID NOT NULL,
  member_id UUID NOT NULL,
  hash BYTEA NOT NULL,
  PRIMARY KEY (partner_id, hash),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_erasure (partner_id, member_id),
  CONSTRAINT rewards_erased_id_hash CHECK (length(hash) = 16)
)
--;
CREATE TABLE rewards_idempotency (
  partner_id UUID NOT NULL,
  record_id UUID,
  fingerprint BYTEA NOT NULL,
  record_ids BYTEA,
  key BYTEA NOT NULL,
  answer TEXT,
  PRIMARY KEY (partner_id, key),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_idempotency_fingerprint CHECK (length(fingerprint) = 16),
  CONSTRAINT rewards_idempotency_key CHECK (length(key) = 16),
  CONSTRAINT rewards_idempotency_record_ids CHECK (record_ids IS NULL OR (record_id IS NULL AND length(record_ids) > 0 AND length(record_ids) % 16 = 0)),
  CONSTRAINT rewards_idempotency_stored CHECK (record_id IS NOT NULL OR record_ids IS NOT NULL OR answer IS NOT NULL)
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
CREATE UNIQUE INDEX rewards_orderer_ref ON rewards_orderer (partner_id, ref, name) WHERE ref IS NOT NULL
--;
CREATE UNIQUE INDEX rewards_orderer_host ON rewards_orderer (partner_id, name) WHERE ref IS NULL
--;
CREATE FUNCTION rewards_orderer_append_only() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'rewards_orderer is append-only: a correction is a new row'; END $$
--;
CREATE TRIGGER rewards_orderer_append_only BEFORE UPDATE OR DELETE ON rewards_orderer
          FOR EACH ROW EXECUTE FUNCTION rewards_orderer_append_only()
--;
CREATE TRIGGER rewards_orderer_no_truncate BEFORE TRUNCATE ON rewards_orderer
          FOR EACH STATEMENT EXECUTE FUNCTION rewards_orderer_append_only()
--;
CREATE FUNCTION rewards_orderer_references() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM added n WHERE ((SELECT 1 FROM rewards_partner t WHERE t.id = n.partner_id) IS NULL)) THEN
          RAISE EXCEPTION 'a row of rewards_orderer refers to a row that does not exist' USING ERRCODE = 'foreign_key_violation';
        END IF;
        RETURN NULL;
      END $$
--;
CREATE TRIGGER rewards_orderer_references AFTER INSERT ON rewards_orderer
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION rewards_orderer_references()
--;
CREATE INDEX rewards_account_side ON rewards_account (partner_id, id) WHERE kind NOT IN ('wallet', 'pending')
--;
CREATE INDEX rewards_account_due ON rewards_account (partner_id, next_due, id) WHERE next_due IS NOT NULL
--;
CREATE FUNCTION rewards_account_references() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM added n WHERE ((SELECT 1 FROM rewards_partner t WHERE t.id = n.partner_id) IS NULL)) THEN
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
CREATE INDEX rewards_member_onboarded ON rewards_member (partner_id, created_at, id, current_id)
--;
CREATE INDEX rewards_member_merged ON rewards_member (partner_id, current_id, id) WHERE current_id <> id
--;
CREATE FUNCTION rewards_member_references() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM added n WHERE (n.ordered_by IS NOT NULL AND (SELECT 1 FROM rewards_orderer t WHERE t.partner_id = n.partner_id AND t.number = n.ordered_by) IS NULL) OR ((SELECT 1 FROM rewards_account t WHERE t.partner_id = n.partner_id AND t.id = n.id) IS NULL) OR ((SELECT 1 FROM rewards_member_id t WHERE t.partner_id = n.partner_id AND t.user_id = n.user_id AND t.member_id = n.current_id) IS NULL)) THEN
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
CREATE INDEX rewards_rule_listed ON rewards_rule (partner_id, archived, id)
--;
CREATE FUNCTION rewards_rule_references() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM added n WHERE (n.ordered_by IS NOT NULL AND (SELECT 1 FROM rewards_orderer t WHERE t.partner_id = n.partner_id AND t.number = n.ordered_by) IS NULL) OR (n.changed_by IS NOT NULL AND (SELECT 1 FROM rewards_orderer t WHERE t.partner_id = n.partner_id AND t.number = n.changed_by) IS NULL)) THEN
          RAISE EXCEPTION 'a row of rewards_rule refers to a row that does not exist' USING ERRCODE = 'foreign_key_violation';
        END IF;
        RETURN NULL;
      END $$
--;
CREATE TRIGGER rewards_rule_references AFTER INSERT ON rewards_rule
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION rewards_rule_references()
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
CREATE INDEX rewards_condition_activity ON rewards_condition (partner_id, activity, rule_id, ordinal) WHERE activity IS NOT NULL
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
CREATE FUNCTION rewards_rule_rate_append_only() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'rewards_rule_rate is append-only: a correction is a new row'; END $$
--;
CREATE TRIGGER rewards_rule_rate_append_only BEFORE UPDATE OR DELETE ON rewards_rule_rate
          FOR EACH ROW EXECUTE FUNCTION rewards_rule_rate_append_only()
--;
CREATE TRIGGER rewards_rule_rate_no_truncate BEFORE TRUNCATE ON rewards_rule_rate
          FOR EACH STATEMENT EXECUTE FUNCTION rewards_rule_rate_append_only()
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
CREATE INDEX rewards_window_of_rules ON rewards_window (partner_id, ends_at, rule_id) WHERE subject_id = rule_id
--;
CREATE FUNCTION rewards_window_references() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM added n WHERE ((SELECT 1 FROM rewards_rule t WHERE t.partner_id = n.partner_id AND t.id = n.rule_id) IS NULL)) THEN
          RAISE EXCEPTION 'a row of rewards_window refers to a row that does not exist' USING ERRCODE = 'foreign_key_violation';
        END IF;
        RETURN NULL;
      END $$
--;
CREATE TRIGGER rewards_window_references AFTER INSERT ON rewards_window
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION rewards_window_references()
--;
CREATE FUNCTION rewards_activity_count_permanent() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'rows refer to this row of rewards_activity_count' USING ERRCODE = 'foreign_key_violation'; END $$
--;
CREATE TRIGGER rewards_activity_count_no_delete BEFORE DELETE ON rewards_activity_count
    FOR EACH ROW WHEN (TRUE) EXECUTE FUNCTION rewards_activity_count_permanent()
--;
CREATE TRIGGER rewards_activity_count_no_move BEFORE UPDATE OF partner_id, member_id, type ON rewards_activity_count
    FOR EACH ROW WHEN (TRUE) EXECUTE FUNCTION rewards_activity_count_permanent()
--;
CREATE TRIGGER rewards_activity_count_no_truncate BEFORE TRUNCATE ON rewards_activity_count
    FOR EACH STATEMENT EXECUTE FUNCTION rewards_activity_count_permanent()
--;
CREATE INDEX rewards_activity_member ON rewards_activity (partner_id, member_id, id)
--;
CREATE INDEX rewards_activity_type ON rewards_activity (partner_id, type, id)
--;
CREATE FUNCTION rewards_activity_append_only() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'rewards_activity is append-only: a correction is a new row'; END $$
--;
CREATE TRIGGER rewards_activity_append_only BEFORE UPDATE OR DELETE ON rewards_activity
          FOR EACH ROW EXECUTE FUNCTION rewards_activity_append_only()
--;
CREATE TRIGGER rewards_activity_no_truncate BEFORE TRUNCATE ON rewards_activity
          FOR EACH STATEMENT EXECUTE FUNCTION rewards_activity_append_only()
--;
CREATE FUNCTION rewards_activity_references() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM added n WHERE (n.ordered_by IS NOT NULL AND (SELECT 1 FROM rewards_orderer t WHERE t.partner_id = n.partner_id AND t.number = n.ordered_by) IS NULL) OR ((SELECT 1 FROM rewards_activity_count t WHERE t.partner_id = n.partner_id AND t.member_id = n.member_id AND t.type = n.type) IS NULL)) THEN
          RAISE EXCEPTION 'a row of rewards_activity refers to a row that does not exist' USING ERRCODE = 'foreign_key_violation';
        END IF;
        RETURN NULL;
      END $$
--;
CREATE TRIGGER rewards_activity_references AFTER INSERT ON rewards_activity
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION rewards_activity_references()
--;
CREATE INDEX rewards_award_counted ON rewards_award (partner_id, rule_id, member_id, cycle) WHERE NOT awarded
--;
CREATE INDEX rewards_award_member ON rewards_award (partner_id, member_id, id)
--;
CREATE INDEX rewards_award_activity ON rewards_award (partner_id, activity_id) WHERE activity_id IS NOT NULL
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
        IF EXISTS (SELECT 1 FROM added n WHERE (n.ordered_by IS NOT NULL AND (SELECT 1 FROM rewards_orderer t WHERE t.partner_id = n.partner_id AND t.number = n.ordered_by) IS NULL) OR ((SELECT 1 FROM rewards_condition t WHERE t.partner_id = n.partner_id AND t.rule_id = n.rule_id AND t.ordinal = n.ordinal) IS NULL) OR ((SELECT 1 FROM rewards_tally t WHERE t.partner_id = n.partner_id AND t.rule_id = n.rule_id AND t.member_id = n.member_id) IS NULL) OR (n.rate IS NOT NULL AND (SELECT 1 FROM rewards_rule_rate t WHERE t.partner_id = n.partner_id AND t.rule_id = n.rule_id AND t.number = n.rate) IS NULL) OR (n.activity_id IS NOT NULL AND (SELECT 1 FROM rewards_activity t WHERE t.partner_id = n.partner_id AND t.id = n.activity_id) IS NULL)) THEN
          RAISE EXCEPTION 'a row of rewards_award refers to a row that does not exist' USING ERRCODE = 'foreign_key_violation';
        END IF;
        RETURN NULL;
      END $$
--;
CREATE TRIGGER rewards_award_references AFTER INSERT ON rewards_award
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION rewards_award_references()
--;
CREATE INDEX rewards_lot_member ON rewards_lot (partner_id, member_id, expires_at) WHERE content + 0 > 0
--;
CREATE INDEX rewards_lot_due ON rewards_lot (partner_id, expiry_id) WHERE content > 0
--;
CREATE INDEX rewards_lot_notice ON rewards_lot (partner_id, expires_at, member_id) WHERE content = 2 AND NOT noticed
--;
CREATE FUNCTION rewards_lot_permanent() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'rows refer to this row of rewards_lot' USING ERRCODE = 'foreign_key_violation'; END $$
--;
CREATE TRIGGER rewards_lot_no_delete BEFORE DELETE ON rewards_lot
    FOR EACH ROW WHEN (TRUE) EXECUTE FUNCTION rewards_lot_permanent()
--;
CREATE TRIGGER rewards_lot_no_move BEFORE UPDATE OF partner_id, member_id, expires_at ON rewards_lot
    FOR EACH ROW WHEN (TRUE) EXECUTE FUNCTION rewards_lot_permanent()
--;
CREATE TRIGGER rewards_lot_no_truncate BEFORE TRUNCATE ON rewards_lot
    FOR EACH STATEMENT EXECUTE FUNCTION rewards_lot_permanent()
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
        IF EXISTS (SELECT 1 FROM added n WHERE (n.ordered_by IS NOT NULL AND (SELECT 1 FROM rewards_orderer t WHERE t.partner_id = n.partner_id AND t.number = n.ordered_by) IS NULL) OR ((SELECT 1 FROM rewards_account t WHERE t.partner_id = n.partner_id AND t.id = n.debit_account) IS NULL) OR ((SELECT 1 FROM rewards_account t WHERE t.partner_id = n.partner_id AND t.id = n.credit_account) IS NULL) OR (n.expires_at IS NOT NULL AND (SELECT 1 FROM rewards_lot t WHERE t.partner_id = n.partner_id AND t.member_id = n.credit_account AND t.expires_at = n.expires_at) IS NULL)) THEN
          RAISE EXCEPTION 'a row of rewards_transfer refers to a row that does not exist' USING ERRCODE = 'foreign_key_violation';
        END IF;
        RETURN NULL;
      END $$
--;
CREATE TRIGGER rewards_transfer_references AFTER INSERT ON rewards_transfer
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION rewards_transfer_references()
--;
CREATE INDEX rewards_pending_member ON rewards_pending (partner_id, member_id, maturity_id) WHERE coins + 0 > 0
--;
CREATE INDEX rewards_pending_due ON rewards_pending (partner_id, maturity_id) WHERE coins > 0
--;
CREATE FUNCTION rewards_pending_permanent() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'rows refer to this row of rewards_pending' USING ERRCODE = 'foreign_key_violation'; END $$
--;
CREATE TRIGGER rewards_pending_no_delete BEFORE DELETE ON rewards_pending
    FOR EACH ROW WHEN (TRUE) EXECUTE FUNCTION rewards_pending_permanent()
--;
CREATE TRIGGER rewards_pending_no_move BEFORE UPDATE OF partner_id, id ON rewards_pending
    FOR EACH ROW WHEN (TRUE) EXECUTE FUNCTION rewards_pending_permanent()
--;
CREATE TRIGGER rewards_pending_no_truncate BEFORE TRUNCATE ON rewards_pending
    FOR EACH STATEMENT EXECUTE FUNCTION rewards_pending_permanent()
--;
CREATE FUNCTION rewards_lot_entry_append_only() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'rewards_lot_entry is append-only: a correction is a new row'; END $$
--;
CREATE TRIGGER rewards_lot_entry_append_only BEFORE UPDATE OR DELETE ON rewards_lot_entry
          FOR EACH ROW EXECUTE FUNCTION rewards_lot_entry_append_only()
--;
CREATE TRIGGER rewards_lot_entry_no_truncate BEFORE TRUNCATE ON rewards_lot_entry
          FOR EACH STATEMENT EXECUTE FUNCTION rewards_lot_entry_append_only()
--;
CREATE FUNCTION rewards_lot_entry_references() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM added n WHERE ((SELECT 1 FROM rewards_transfer t WHERE t.partner_id = n.partner_id AND t.id = n.transfer_id) IS NULL) OR ((SELECT 1 FROM rewards_lot t WHERE t.partner_id = n.partner_id AND t.member_id = n.member_id AND t.expires_at = n.expires_at) IS NULL)) THEN
          RAISE EXCEPTION 'a row of rewards_lot_entry refers to a row that does not exist' USING ERRCODE = 'foreign_key_violation';
        END IF;
        RETURN NULL;
      END $$
--;
CREATE TRIGGER rewards_lot_entry_references AFTER INSERT ON rewards_lot_entry
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION rewards_lot_entry_references()
--;
CREATE FUNCTION rewards_adjustment_permanent() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'rows refer to this row of rewards_adjustment' USING ERRCODE = 'foreign_key_violation'; END $$
--;
CREATE TRIGGER rewards_adjustment_no_delete BEFORE DELETE ON rewards_adjustment
    FOR EACH ROW WHEN (TRUE) EXECUTE FUNCTION rewards_adjustment_permanent()
--;
CREATE TRIGGER rewards_adjustment_no_move BEFORE UPDATE OF partner_id, id ON rewards_adjustment
    FOR EACH ROW WHEN (TRUE) EXECUTE FUNCTION rewards_adjustment_permanent()
--;
CREATE TRIGGER rewards_adjustment_no_truncate BEFORE TRUNCATE ON rewards_adjustment
    FOR EACH STATEMENT EXECUTE FUNCTION rewards_adjustment_permanent()
--;
CREATE FUNCTION rewards_approval_request_references() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM added n WHERE (n.ordered_by IS NOT NULL AND (SELECT 1 FROM rewards_orderer t WHERE t.partner_id = n.partner_id AND t.number = n.ordered_by) IS NULL)) THEN
          RAISE EXCEPTION 'a row of rewards_approval_request refers to a row that does not exist' USING ERRCODE = 'foreign_key_violation';
        END IF;
        RETURN NULL;
      END $$
--;
CREATE TRIGGER rewards_approval_request_references AFTER INSERT ON rewards_approval_request
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION rewards_approval_request_references()
--;
CREATE FUNCTION rewards_approval_request_permanent() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'rows refer to this row of rewards_approval_request' USING ERRCODE = 'foreign_key_violation'; END $$
--;
CREATE TRIGGER rewards_approval_request_no_delete BEFORE DELETE ON rewards_approval_request
    FOR EACH ROW WHEN (TRUE) EXECUTE FUNCTION rewards_approval_request_permanent()
--;
CREATE TRIGGER rewards_approval_request_no_move BEFORE UPDATE OF partner_id, id ON rewards_approval_request
    FOR EACH ROW WHEN (TRUE) EXECUTE FUNCTION rewards_approval_request_permanent()
--;
CREATE TRIGGER rewards_approval_request_no_truncate BEFORE TRUNCATE ON rewards_approval_request
    FOR EACH STATEMENT EXECUTE FUNCTION rewards_approval_request_permanent()
--;
CREATE FUNCTION rewards_approval_decision_append_only() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'rewards_approval_decision is append-only: a correction is a new row'; END $$
--;
CREATE TRIGGER rewards_approval_decision_append_only BEFORE UPDATE OR DELETE ON rewards_approval_decision
          FOR EACH ROW EXECUTE FUNCTION rewards_approval_decision_append_only()
--;
CREATE TRIGGER rewards_approval_decision_no_truncate BEFORE TRUNCATE ON rewards_approval_decision
          FOR EACH STATEMENT EXECUTE FUNCTION rewards_approval_decision_append_only()
--;
CREATE FUNCTION rewards_approval_decision_references() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM added n WHERE (n.ordered_by IS NOT NULL AND (SELECT 1 FROM rewards_orderer t WHERE t.partner_id = n.partner_id AND t.number = n.ordered_by) IS NULL)) THEN
          RAISE EXCEPTION 'a row of rewards_approval_decision refers to a row that does not exist' USING ERRCODE = 'foreign_key_violation';
        END IF;
        RETURN NULL;
      END $$
--;
CREATE TRIGGER rewards_approval_decision_references AFTER INSERT ON rewards_approval_decision
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION rewards_approval_decision_references()
--;
CREATE UNIQUE INDEX rewards_reversal_whole ON rewards_reversal (partner_id, award_id) WHERE returned = paid
--;
CREATE UNIQUE INDEX rewards_reversal_expired ON rewards_reversal (partner_id, expired_id) WHERE expired_id IS NOT NULL
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
CREATE FUNCTION rewards_reversal_references() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM added n WHERE (n.ordered_by IS NOT NULL AND (SELECT 1 FROM rewards_orderer t WHERE t.partner_id = n.partner_id AND t.number = n.ordered_by) IS NULL)) THEN
          RAISE EXCEPTION 'a row of rewards_reversal refers to a row that does not exist' USING ERRCODE = 'foreign_key_violation';
        END IF;
        RETURN NULL;
      END $$
--;
CREATE TRIGGER rewards_reversal_references AFTER INSERT ON rewards_reversal
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION rewards_reversal_references()
--;
CREATE INDEX rewards_text_value ON rewards_text (partner_id, name, value, record_id) WHERE name <> ''
--;
CREATE FUNCTION rewards_text_references() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM added n WHERE ((SELECT 1 FROM rewards_partner t WHERE t.id = n.partner_id) IS NULL)) THEN
          RAISE EXCEPTION 'a row of rewards_text refers to a row that does not exist' USING ERRCODE = 'foreign_key_violation';
        END IF;
        RETURN NULL;
      END $$
--;
CREATE TRIGGER rewards_text_references AFTER INSERT ON rewards_text
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION rewards_text_references()
--;
CREATE INDEX rewards_erasure_successor ON rewards_erasure (partner_id, successor_id) WHERE successor_id IS NOT NULL
--;
CREATE INDEX rewards_erasure_open ON rewards_erasure (partner_id, member_id) WHERE finished_at IS NULL
--;
CREATE FUNCTION rewards_erasure_permanent() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'rows refer to this row of rewards_erasure' USING ERRCODE = 'foreign_key_violation'; END $$
--;
CREATE TRIGGER rewards_erasure_no_delete BEFORE DELETE ON rewards_erasure
    FOR EACH ROW WHEN (TRUE) EXECUTE FUNCTION rewards_erasure_permanent()
--;
CREATE TRIGGER rewards_erasure_no_move BEFORE UPDATE OF partner_id, member_id ON rewards_erasure
    FOR EACH ROW WHEN (TRUE) EXECUTE FUNCTION rewards_erasure_permanent()
--;
CREATE TRIGGER rewards_erasure_no_truncate BEFORE TRUNCATE ON rewards_erasure
    FOR EACH STATEMENT EXECUTE FUNCTION rewards_erasure_permanent()
--;
CREATE INDEX rewards_idempotency_other ON rewards_idempotency (partner_id, key) WHERE record_id IS NULL AND record_ids IS NULL
--;
CREATE VIEW rewards_entry AS
  SELECT partner_id, id AS transfer_id, debit_account AS account_id, debit_version AS version, kind,
    -amount AS amount, debit_balance AS balance, created_at
  FROM rewards_transfer
  UNION ALL
  SELECT partner_id, id, credit_account, credit_version, kind, amount, credit_balance, created_at
  FROM rewards_transfer
--;
CREATE VIEW rewards_lot_change AS
  SELECT partner_id, transfer_id, member_id, expires_at, coins, expired FROM rewards_lot_entry
  UNION ALL
  SELECT partner_id, id, credit_account, expires_at, amount, 0 FROM rewards_transfer WHERE expires_at IS NOT NULL
--;
CREATE FUNCTION rewards_member_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (SELECT 1 FROM rewards_member_id i WHERE i.partner_id = NEW.partner_id AND i.user_id = NEW.user_id
    AND i.member_id = NEW.current_id) OR NOT EXISTS (SELECT 1 FROM rewards_account a WHERE a.partner_id = NEW.partner_id AND a.id = NEW.id) THEN
        RAISE EXCEPTION 'a change of rewards_member leaves a row that refers to a row that does not exist' USING ERRCODE = 'foreign_key_violation';
      END IF;
      RETURN NULL;
    END $$
--;
CREATE CONSTRAINT TRIGGER rewards_member_at_commit AFTER UPDATE OF partner_id, id, current_id, user_id ON rewards_member
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rewards_member_at_commit()
--;
CREATE FUNCTION rewards_member_id_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT 1 FROM rewards_member m WHERE m.partner_id = OLD.partner_id AND (m.id = OLD.member_id OR (m.current_id <> m.id AND m.current_id = OLD.member_id)) AND NOT EXISTS (SELECT 1 FROM rewards_member_id i WHERE i.partner_id = m.partner_id AND i.user_id = m.user_id
    AND i.member_id = m.current_id)) THEN
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
  earned BIGINT NOT NULL,
  reversals BIGINT NOT NULL,
  reversed BIGINT NOT NULL,
  transfers BIGINT NOT NULL,
  spent BIGINT NOT NULL,
  refunds BIGINT NOT NULL,
  refunded BIGINT NOT NULL,
  adjustments BIGINT NOT NULL,
  credited BIGINT NOT NULL,
  debited BIGINT NOT NULL,
  expired BIGINT NOT NULL,
  unexpired BIGINT NOT NULL,
  day INTEGER NOT NULL,
  partner_id UUID NOT NULL,
  PRIMARY KEY (partner_id, day),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_day_day CHECK (day >= 0)
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_rule_day (
  awards BIGINT NOT NULL,
  coins BIGINT NOT NULL,
  reversed BIGINT NOT NULL,
  day INTEGER NOT NULL,
  local_day INTEGER NOT NULL,
  partner_id UUID NOT NULL,
  rule_id UUID NOT NULL,
  PRIMARY KEY (partner_id, rule_id, day, local_day),
  FOREIGN KEY (partner_id, rule_id) REFERENCES rewards_rule (partner_id, id),
  CONSTRAINT rewards_rule_day_day CHECK (day >= 0)
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
  ordered_by INTEGER,
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
  ordered_by INTEGER,
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
  ordered_by INTEGER,
  changed_by INTEGER,
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
  FOREIGN KEY (partner_id, ordered_by) REFERENCES rewards_orderer (partner_id, number),
  FOREIGN KEY (partner_id, changed_by) REFERENCES rewards_orderer (partner_id, number),
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
CREATE TABLE rewards_person (
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  invite_expires_at TIMESTAMPTZ,
  alerts_due_at TIMESTAMPTZ,
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  alert_mails BOOLEAN NOT NULL DEFAULT false,
  role TEXT NOT NULL,
  ecosystem TEXT NOT NULL,
  email TEXT NOT NULL,
  password_hash TEXT,
  invite_hash TEXT,
  PRIMARY KEY (partner_id, id),
  UNIQUE (id),
  UNIQUE (ecosystem, email),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_person_role CHECK (role IN ('owner', 'manager', 'support', 'viewer')),
  CONSTRAINT rewards_person_invited CHECK ((password_hash IS NULL) = (invite_hash IS NOT NULL) AND (invite_hash IS NULL) = (invite_expires_at IS NULL)),
  CONSTRAINT rewards_person_alerts CHECK (NOT alert_mails OR (alerts_due_at IS NOT NULL AND password_hash IS NOT NULL))
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_mailed_alert (
  partner_id UUID NOT NULL,
  person_id UUID NOT NULL,
  alert TEXT NOT NULL,
  PRIMARY KEY (partner_id, person_id, alert),
  FOREIGN KEY (partner_id, person_id) REFERENCES rewards_person (partner_id, id)
)
--;
CREATE TABLE rewards_second_factor (
  created_at TIMESTAMPTZ NOT NULL,
  confirmed_at TIMESTAMPTZ,
  last_step BIGINT,
  partner_id UUID NOT NULL,
  person_id UUID NOT NULL,
  secret TEXT NOT NULL,
  PRIMARY KEY (partner_id, person_id),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_second_factor_confirmed CHECK ((confirmed_at IS NULL) = (last_step IS NULL))
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_recovery_code (
  partner_id UUID NOT NULL,
  person_id UUID NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (partner_id, person_id, hash),
  FOREIGN KEY (partner_id, person_id) REFERENCES rewards_second_factor (partner_id, person_id)
)
--;
CREATE TABLE rewards_secrets_key (
  created_at TIMESTAMPTZ NOT NULL,
  name TEXT NOT NULL,
  key TEXT NOT NULL,
  PRIMARY KEY (name),
  CONSTRAINT rewards_secrets_key_one CHECK (name = 'made')
)
--;
CREATE TABLE rewards_application (
  created_at TIMESTAMPTZ NOT NULL,
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  ecosystem TEXT NOT NULL,
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
  ordered_by INTEGER,
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  key TEXT NOT NULL,
  hash TEXT NOT NULL,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  FOREIGN KEY (partner_id, ordered_by) REFERENCES rewards_orderer (partner_id, number)
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_token (
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  last_used_at TIMESTAMPTZ NOT NULL,
  partner_id UUID NOT NULL,
  id UUID NOT NULL,
  person_id UUID,
  api_key_id UUID,
  test_of UUID,
  hash TEXT NOT NULL,
  scopes TEXT NOT NULL,
  device TEXT,
  address TEXT,
  PRIMARY KEY (partner_id, hash),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  FOREIGN KEY (partner_id, person_id) REFERENCES rewards_person (partner_id, id),
  FOREIGN KEY (partner_id, api_key_id) REFERENCES rewards_api_key (partner_id, id),
  CONSTRAINT rewards_token_owner CHECK ((person_id IS NULL) <> (api_key_id IS NULL)),
  CONSTRAINT rewards_token_test_of CHECK (test_of IS NULL OR person_id IS NOT NULL)
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
  data TEXT NOT NULL,
  PRIMARY KEY (partner_id, member_id),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id) DEFERRABLE INITIALLY DEFERRED
) WITH (fillfactor = 70)
--;
CREATE TABLE rewards_member_name (
  partner_id UUID NOT NULL,
  member_id UUID NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (partner_id, member_id, name),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member_data (partner_id, member_id) DEFERRABLE INITIALLY DEFERRED
)
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
  PRIMARY KEY (partner_id, user_id, scope, name),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  FOREIGN KEY (user_id) REFERENCES rewards_user (id),
  CONSTRAINT rewards_visible_name_scope CHECK (scope IN ('profile', 'fullname'))
)
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
CREATE TABLE rewards_test_side (
  created_at TIMESTAMPTZ NOT NULL,
  retired_at TIMESTAMPTZ,
  partner_id UUID NOT NULL,
  live_id UUID NOT NULL,
  PRIMARY KEY (partner_id),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_test_side_other CHECK (partner_id <> live_id)
)
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
CREATE UNIQUE INDEX rewards_person_invite ON rewards_person (invite_hash) WHERE invite_hash IS NOT NULL
--;
CREATE INDEX rewards_person_alerts ON rewards_person (alerts_due_at) WHERE alert_mails
--;
CREATE INDEX rewards_application_client ON rewards_application (partner_id, client_id)
--;
CREATE INDEX rewards_api_key_key ON rewards_api_key (partner_id, key)
--;
CREATE INDEX rewards_token_partner ON rewards_token (partner_id, expires_at)
--;
CREATE INDEX rewards_token_person ON rewards_token (partner_id, person_id) WHERE person_id IS NOT NULL
--;
CREATE INDEX rewards_reset_hash ON rewards_reset (hash)
--;
CREATE INDEX rewards_member_data_tag ON rewards_member_data (partner_id, tag_key, member_id)
--;
CREATE INDEX rewards_member_name_name ON rewards_member_name (partner_id, name, member_id)
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
CREATE UNIQUE INDEX rewards_test_side_live ON rewards_test_side (live_id) WHERE retired_at IS NULL
--;
CREATE INDEX rewards_test_side_retired ON rewards_test_side (live_id, retired_at) WHERE retired_at IS NOT NULL
--;
CREATE INDEX rewards_mail_due ON rewards_mail (due_at) WHERE due_at IS NOT NULL
--;
CREATE INDEX rewards_mail_expiry ON rewards_mail (expires_at) WHERE due_at IS NOT NULL
--;
CREATE INDEX rewards_audit_partner ON rewards_audit (partner_id, id)
--;
CREATE INDEX rewards_audit_action ON rewards_audit (partner_id, action, id)
--;
CREATE INDEX rewards_audit_user ON rewards_audit (user_id) WHERE user_id IS NOT NULL
--;
CREATE INDEX rewards_audit_expiry ON rewards_audit (expires_at) WHERE expires_at IS NOT NULL
--;
CREATE INDEX rewards_known_address_seen ON rewards_known_address (seen_at)
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('-180000', '15', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f04', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f00', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f01', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f02', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f03', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f05', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f06', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f07', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f08', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f09', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f0a', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f0b', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f0c', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f0d', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f0e', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f0f', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f40', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f41', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f42', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f43', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f44', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f45', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f46', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f47', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f48', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f49', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f4a', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f4b', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f4c', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f4d', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f4e', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f4f', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f80', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f81', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f82', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f83', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f85', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f86', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f87', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f88', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f89', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f8a', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f8b', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f8c', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f8d', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f8e', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('0', '0', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f8f', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('120000', '10', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7010-984f-290cbbab4ebb', NULL, 'wallet')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('15000', '3', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f84', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('20000', '7', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700f-a87f-bfc1bdd8971f', NULL, 'wallet')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES ('25000', '1', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7018-bb70-5fc08e2b41f7', NULL, 'wallet')
--;
INSERT INTO rewards_activity (created_at, occurred_at, number, ordered_by, partner_id, id, member_id, type, outcomes) VALUES ('2026-10-20 09:00:00+00', '2026-10-20 09:00:00+00', '1', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-701a-9506-116ec07842a9', '01a15889-fa80-700f-a87f-bfc1bdd8971f', 'order.placed', '[["01a15889-fa80-700e-b714-eb35647e1821","order",[["member.attributes.level","equals","gold",1]],true,20000,null]]')
--;
INSERT INTO rewards_activity (created_at, occurred_at, number, ordered_by, partner_id, id, member_id, type, outcomes) VALUES ('2026-10-20 09:00:00+00', '2026-10-20 09:00:00+00', '1', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-701c-840f-8282ab326d6a', '01a15889-fa80-7010-984f-290cbbab4ebb', 'order.placed', '[["01a15889-fa80-700e-b714-eb35647e1821","order",[["member.attributes.level","equals","gold",0]]]]')
--;
INSERT INTO rewards_activity (created_at, occurred_at, number, ordered_by, partner_id, id, member_id, type, outcomes) VALUES ('2026-10-20 09:00:00+00', '2026-10-20 09:00:00+00', '2', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-701e-ae8c-a54649e81372', '01a15889-fa80-700f-a87f-bfc1bdd8971f', 'order.placed', '[["01a15889-fa80-700e-b714-eb35647e1821","order",[["member.attributes.level","equals","gold",1]],true,20000,null]]')
--;
INSERT INTO rewards_activity_count (count, partner_id, member_id, type) VALUES ('1', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7010-984f-290cbbab4ebb', 'order.placed')
--;
INSERT INTO rewards_activity_count (count, partner_id, member_id, type) VALUES ('2', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700f-a87f-bfc1bdd8971f', 'order.placed')
--;
INSERT INTO rewards_adjustment (partner_id, id, reason) VALUES ('01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7008-a305-866b75912a8c', 'goodwill')
--;
INSERT INTO rewards_adjustment (partner_id, id, reason) VALUES ('01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7009-9d91-892d6f525fe9', 'goodwill')
--;
INSERT INTO rewards_api_key (created_at, last_used_at, revoked_at, ordered_by, partner_id, id, key, hash, name, scopes) VALUES ('2026-10-20 09:00:00+00', NULL, NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7004-958e-07425f80e255', 'rk_01a15889fa8070009f446eff060e3f205007c902d5f1e51406aea992f73b16cf', 'QT3acsB6OUDtNtqs1EBunb0PWK27r4X-VoBvzmhnlR0', 'till', 'awards:write read')
--;
INSERT INTO rewards_application (created_at, partner_id, id, ecosystem, client_id, name, redirect_url, web_redirect_url, mobile_redirect_url, user_details_url) VALUES ('2026-10-20 09:00:00+00', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7001-b1ca-6f29f2fef4aa', 'demo', '01a15889fa8070009f446eff060e3f20d97a158f6727e141d9fc79096e698aa0', 'Corner Shop', 'https://shop.example/return', NULL, NULL, 'https://shop.example/users')
--;
INSERT INTO rewards_attribute (partner_id, member_id, name, value) VALUES ('01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700f-a87f-bfc1bdd8971f', 'age', '41')
--;
INSERT INTO rewards_attribute (partner_id, member_id, name, value) VALUES ('01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700f-a87f-bfc1bdd8971f', 'level', '"gold"')
--;
INSERT INTO rewards_attribute (partner_id, member_id, name, value) VALUES ('01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700f-a87f-bfc1bdd8971f', 'vip', 'true')
--;
INSERT INTO rewards_audit (created_at, expires_at, id, partner_id, user_id, action, outcome, actor, address, detail) VALUES ('2026-10-20 09:00:00+00', NULL, '01a15889-fa80-7003-a3c5-4376c47cadc8', '01a15889-fa80-7000-9f44-6eff060e3f20', NULL, 'partner.onboard', 'done', 'ops@shop.example', NULL, NULL)
--;
INSERT INTO rewards_audit (created_at, expires_at, id, partner_id, user_id, action, outcome, actor, address, detail) VALUES ('2026-10-20 09:00:00+00', NULL, '01a15889-fa80-7005-9fbd-5134fbb4bf62', '01a15889-fa80-7000-9f44-6eff060e3f20', NULL, 'key.create', 'done', 'ops@shop.example', NULL, 'rk_01a15889fa8070009f446eff060e3f205007c902d5f1e51406aea992f73b16cf till: awards:write read')
--;
INSERT INTO rewards_audit (created_at, expires_at, id, partner_id, user_id, action, outcome, actor, address, detail) VALUES ('2026-10-20 09:00:00+00', NULL, '01a15889-fa80-7008-a3f5-06d59d11c085', NULL, '01a15889-fa80-7006-a934-87ce74ca8705', 'user.create', 'done', 'ada@mail.example', NULL, NULL)
--;
INSERT INTO rewards_audit (created_at, expires_at, id, partner_id, user_id, action, outcome, actor, address, detail) VALUES ('2026-11-09 09:00:00+00', NULL, '01a1bf89-2a80-7011-a5ff-61f4e67c0ede', '01a15889-fa80-7000-9f44-6eff060e3f20', NULL, 'webhook.create', 'done', 'ops@shop.example', NULL, '01a1bf89-2a80-7010-a72b-f2b4281b781a to shop.example')
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-10-20 09:00:00+00', '300000', '0', '0', '1', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7020-b206-658e84a02b5c', '01a15889-fa80-700e-b714-eb35647e1821', '01a15889-fa80-7010-984f-290cbbab4ebb', NULL, 'true', NULL)
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-10-20 09:00:00+00', '455000', '0', '0', '1', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-701b-b485-0bbf523453df', '01a15889-fa80-700e-b714-eb35647e1821', '01a15889-fa80-700f-a87f-bfc1bdd8971f', '01a15889-fa80-701a-9506-116ec07842a9', 'true', NULL)
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-10-20 09:00:00+00', '455000', '1', '0', '1', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-701f-87aa-d33229932181', '01a15889-fa80-700e-b714-eb35647e1821', '01a15889-fa80-700f-a87f-bfc1bdd8971f', '01a15889-fa80-701e-ae8c-a54649e81372', 'true', NULL)
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-10-20 09:00:00+00', NULL, '0', '0', NULL, '20746', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7011-b04a-2188fb9ee930', '01a15889-fa80-7009-8b5d-da4b04646a59', '01a15889-fa80-700f-a87f-bfc1bdd8971f', NULL, 'true', NULL)
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-10-20 09:00:00+00', NULL, '0', '0', NULL, '20746', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7015-991d-d6f2f796441c', '01a15889-fa80-7009-8b5d-da4b04646a59', '01a15889-fa80-7010-984f-290cbbab4ebb', NULL, 'true', NULL)
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-10-20 09:00:00+00', NULL, '0', '0', NULL, '20746', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7019-951a-8ea8a8e39ccf', '01a15889-fa80-7009-8b5d-da4b04646a59', '01a15889-fa80-7018-bb70-5fc08e2b41f7', NULL, 'true', NULL)
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-10-20 09:00:00+00', NULL, '0', '0', NULL, NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7012-b0f8-8505a0c0b653', '01a15889-fa80-700a-8a2f-5c7cb8c2c4a1', '01a15889-fa80-700f-a87f-bfc1bdd8971f', NULL, 'false', NULL)
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-10-20 09:00:00+00', NULL, '0', '0', NULL, NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7013-8222-b778e2bead76', '01a15889-fa80-700a-8a2f-5c7cb8c2c4a1', '01a15889-fa80-700f-a87f-bfc1bdd8971f', NULL, 'false', NULL)
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-10-20 09:00:00+00', NULL, '0', '0', NULL, NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7017-a36e-706482e2e199', '01a15889-fa80-700b-939a-ee81726d9a01', '01a15889-fa80-7010-984f-290cbbab4ebb', NULL, 'true', NULL)
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-10-20 09:00:00+00', NULL, '0', '1', NULL, NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7014-b475-cd11883bc6e1', '01a15889-fa80-700b-939a-ee81726d9a01', '01a15889-fa80-700f-a87f-bfc1bdd8971f', NULL, 'false', NULL)
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-10-20 09:00:00+00', NULL, '1', '0', NULL, '20746', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7016-aa32-86f50fb51da6', '01a15889-fa80-7009-8b5d-da4b04646a59', '01a15889-fa80-7010-984f-290cbbab4ebb', NULL, 'true', NULL)
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-11-09 09:00:00+00', NULL, '2', '0', NULL, '20766', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7000-8c6e-b4b99d2ab5f6', '01a15889-fa80-7009-8b5d-da4b04646a59', '01a15889-fa80-7010-984f-290cbbab4ebb', NULL, 'true', NULL)
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status, activity, criteria) VALUES ('0', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7009-8b5d-da4b04646a59', '01a15889-fa80-7009-8b5d-da4b04646a59', 'visit', 'as agreed', 'active', NULL, NULL)
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status, activity, criteria) VALUES ('0', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700a-8a2f-5c7cb8c2c4a1', '01a15889-fa80-700a-8a2f-5c7cb8c2c4a1', 'stamps', 'as agreed', 'active', NULL, NULL)
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status, activity, criteria) VALUES ('0', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700b-939a-ee81726d9a01', '01a15889-fa80-700b-939a-ee81726d9a01', 'complete', '', 'active', NULL, NULL)
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status, activity, criteria) VALUES ('0', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700e-b714-eb35647e1821', '01a15889-fa80-700e-b714-eb35647e1821', 'order', 'as agreed', 'active', 'order.placed', '{"conditions":{"field":"member.attributes.level","is":"equals","value":"gold"},"amount":"data.total"}')
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status, activity, criteria) VALUES ('1', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700b-939a-ee81726d9a01', '01a15889-fa80-700c-9b7b-332430de39bb', 'profile', 'has a profile', 'active', NULL, NULL)
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status, activity, criteria) VALUES ('2', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700b-939a-ee81726d9a01', '01a15889-fa80-700d-b06c-9d7c25232e2c', 'photo', 'has a photo', 'active', NULL, NULL)
--;
INSERT INTO rewards_day (awards, earned, reversals, reversed, transfers, spent, refunds, refunded, adjustments, credited, debited, expired, unexpired, day, partner_id) VALUES ('1', '25000', '3', '55000', '2', '55000', '1', '40000', '3', '60000', '30000', '0', '0', '20766', '01a15889-fa80-7000-9f44-6eff060e3f20')
--;
INSERT INTO rewards_day (awards, earned, reversals, reversed, transfers, spent, refunds, refunded, adjustments, credited, debited, expired, unexpired, day, partner_id) VALUES ('8', '180000', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '20746', '01a15889-fa80-7000-9f44-6eff060e3f20')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7000-aef5-6bf6449a70fa', 'rule.created', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-7009-8b5d-da4b04646a59","partnerId":"01a15889-fa80-7000-9f44-6eff060e3f20","name":"visit","coinValue":"2.5","unit":null,"maxCoins":null,"maxNumberOfParticipant":3,"participants":0,"userLimitAward":-1,"condition":"as agreed","status":"active","archived":false,"terms":{"_tag":"Single"},"when":null,"limits":[{"per":"member","period":"day","awards":2},{"per":"rule","period":"ever","coins":"100"}],"timeZone":"Europe/Berlin","startsAt":null,"endsAt":null,"atLimit":"reject","pendingDays":null,"coinsExpire":null,"createdAt":"2026-10-20T09:00:00.000Z","updatedAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7001-8ff4-f3edb7bd3117', 'rule.created', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-700a-8a2f-5c7cb8c2c4a1","partnerId":"01a15889-fa80-7000-9f44-6eff060e3f20","name":"stamps","coinValue":"2.5","unit":null,"maxCoins":null,"maxNumberOfParticipant":3,"participants":0,"userLimitAward":-1,"condition":"as agreed","status":"active","archived":false,"terms":{"_tag":"Batched","completionNumber":3},"when":null,"limits":[],"timeZone":"UTC","startsAt":null,"endsAt":null,"atLimit":"reject","pendingDays":null,"coinsExpire":null,"createdAt":"2026-10-20T09:00:00.000Z","updatedAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7002-8243-f38c77387c4e', 'rule.created', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-700b-939a-ee81726d9a01","partnerId":"01a15889-fa80-7000-9f44-6eff060e3f20","name":"complete","coinValue":"2.5","unit":null,"maxCoins":null,"maxNumberOfParticipant":3,"participants":0,"userLimitAward":1,"condition":"","status":"active","archived":false,"terms":{"_tag":"Combined","subRules":[{"id":"01a15889-fa80-700c-9b7b-332430de39bb","name":"profile","condition":"has a profile","status":"active","when":null},{"id":"01a15889-fa80-700d-b06c-9d7c25232e2c","name":"photo","condition":"has a photo","status":"active","when":null}]},"when":null,"limits":[],"timeZone":"UTC","startsAt":null,"endsAt":null,"atLimit":"reject","pendingDays":null,"coinsExpire":null,"createdAt":"2026-10-20T09:00:00.000Z","updatedAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7003-9ba9-e75003fb0bc8', 'rule.created', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-700e-b714-eb35647e1821","partnerId":"01a15889-fa80-7000-9f44-6eff060e3f20","name":"order","coinValue":"0.5","unit":"10","maxCoins":"20","maxNumberOfParticipant":3,"participants":0,"userLimitAward":-1,"condition":"as agreed","status":"active","archived":false,"terms":{"_tag":"Single"},"when":{"activity":"order.placed","conditions":{"field":"member.attributes.level","is":"equals","value":"gold"},"amount":"data.total"},"limits":[],"timeZone":"UTC","startsAt":null,"endsAt":null,"atLimit":"reject","pendingDays":null,"coinsExpire":null,"createdAt":"2026-10-20T09:00:00.000Z","updatedAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7004-a6ae-b72b474bf5c0', 'member.onboarded', '2026-10-20 09:00:00+00', NULL, '{"memberId":"01a15889-fa80-700f-a87f-bfc1bdd8971f","userId":"bob","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7005-a20a-6656c863bbcd', 'member.onboarded', '2026-10-20 09:00:00+00', NULL, '{"memberId":"01a15889-fa80-7010-984f-290cbbab4ebb","userId":"cleo","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7006-ad99-0ec4124822ee', 'award.paid', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-7011-b04a-2188fb9ee930","ruleId":"01a15889-fa80-7009-8b5d-da4b04646a59","ruleName":"visit","userId":"bob","awarded":true,"coins":"2.5","amount":null,"suppressedBy":null,"activityId":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7007-8aa7-6fd8304d031e', 'award.counted', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-7012-b0f8-8505a0c0b653","ruleId":"01a15889-fa80-700a-8a2f-5c7cb8c2c4a1","ruleName":"stamps","userId":"bob","awarded":false,"coins":"0","amount":null,"suppressedBy":null,"activityId":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7008-ba3a-f54620e946b2', 'award.counted', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-7013-8222-b778e2bead76","ruleId":"01a15889-fa80-700a-8a2f-5c7cb8c2c4a1","ruleName":"stamps","userId":"bob","awarded":false,"coins":"0","amount":null,"suppressedBy":null,"activityId":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7009-bce4-a1f3396f7e71', 'award.counted', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-7014-b475-cd11883bc6e1","ruleId":"01a15889-fa80-700c-9b7b-332430de39bb","ruleName":"profile","userId":"bob","awarded":false,"coins":"0","amount":null,"suppressedBy":null,"activityId":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700a-9742-c127e0a364ec', 'award.paid', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-7015-991d-d6f2f796441c","ruleId":"01a15889-fa80-7009-8b5d-da4b04646a59","ruleName":"visit","userId":"cleo","awarded":true,"coins":"2.5","amount":null,"suppressedBy":null,"activityId":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700b-a69e-1b2636cf3037', 'award.paid', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-7016-aa32-86f50fb51da6","ruleId":"01a15889-fa80-7009-8b5d-da4b04646a59","ruleName":"visit","userId":"cleo","awarded":true,"coins":"2.5","amount":null,"suppressedBy":null,"activityId":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700c-88f6-09af56f9a44e', 'award.paid', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-7017-a36e-706482e2e199","ruleId":"01a15889-fa80-700b-939a-ee81726d9a01","ruleName":"complete","userId":"cleo","awarded":true,"coins":"2.5","amount":null,"suppressedBy":null,"activityId":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700d-8f36-82ac87295806', 'member.onboarded', '2026-10-20 09:00:00+00', NULL, '{"memberId":"01a15889-fa80-7018-bb70-5fc08e2b41f7","userId":"01a15889-fa80-7006-a934-87ce74ca8705","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700e-8487-e321f3a6de09', 'award.paid', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-7019-951a-8ea8a8e39ccf","ruleId":"01a15889-fa80-7009-8b5d-da4b04646a59","ruleName":"visit","userId":"01a15889-fa80-7006-a934-87ce74ca8705","awarded":true,"coins":"2.5","amount":null,"suppressedBy":null,"activityId":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700f-a90c-498a4d9161f9', 'rule.exhausted', '2026-10-20 09:00:00+00', NULL, '{"ruleId":"01a15889-fa80-7009-8b5d-da4b04646a59","ruleName":"visit","measure":"participants","used":"3","max":"3"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7010-8341-66c40199fcae', 'activity.recorded', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-701a-9506-116ec07842a9","memberId":"01a15889-fa80-700f-a87f-bfc1bdd8971f","userId":"bob","type":"order.placed","occurredAt":"2026-10-20T09:00:00.000Z","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7011-a5f7-b476be646182', 'award.paid', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-701b-b485-0bbf523453df","ruleId":"01a15889-fa80-700e-b714-eb35647e1821","ruleName":"order","userId":"bob","awarded":true,"coins":"2","amount":"45.5","suppressedBy":null,"activityId":"01a15889-fa80-701a-9506-116ec07842a9","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7012-8431-f953cd3ad2d4', 'activity.recorded', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-701c-840f-8282ab326d6a","memberId":"01a15889-fa80-7010-984f-290cbbab4ebb","userId":"cleo","type":"order.placed","occurredAt":"2026-10-20T09:00:00.000Z","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7013-bd2e-15f24cdb39fc', 'activity.recorded', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-701e-ae8c-a54649e81372","memberId":"01a15889-fa80-700f-a87f-bfc1bdd8971f","userId":"bob","type":"order.placed","occurredAt":"2026-10-20T09:00:00.000Z","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7014-901f-af49cfb6847b', 'award.paid', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-701f-87aa-d33229932181","ruleId":"01a15889-fa80-700e-b714-eb35647e1821","ruleName":"order","userId":"bob","awarded":true,"coins":"2","amount":"45.5","suppressedBy":null,"activityId":"01a15889-fa80-701e-ae8c-a54649e81372","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7015-84f4-328146d1de3f', 'award.paid', '2026-10-20 09:00:00+00', NULL, '{"id":"01a15889-fa80-7020-b206-658e84a02b5c","ruleId":"01a15889-fa80-700e-b714-eb35647e1821","ruleName":"order","userId":"cleo","awarded":true,"coins":"1.5","amount":"30","suppressedBy":null,"activityId":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7000-8486-ab148beaa04a', 'award.paid', '2026-11-09 09:00:00+00', NULL, '{"id":"01a1bf89-2a80-7000-8c6e-b4b99d2ab5f6","ruleId":"01a15889-fa80-7009-8b5d-da4b04646a59","ruleName":"visit","userId":"cleo","awarded":true,"coins":"2.5","amount":null,"suppressedBy":null,"activityId":null,"createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7001-9426-4a631e2688e2', 'award.reversed', '2026-11-09 09:00:00+00', NULL, '{"award":{"id":"01a15889-fa80-7011-b04a-2188fb9ee930","ruleId":"01a15889-fa80-7009-8b5d-da4b04646a59","ruleName":"visit","userId":"bob","awarded":true,"coins":"2.5","amount":null,"suppressedBy":null,"activityId":null,"createdAt":"2026-10-20T09:00:00.000Z"},"coinsLeft":"0","amountLeft":null,"reversal":{"id":"01a1bf89-2a80-7001-827c-6d141eae9788","coins":"2.5","createdAt":"2026-11-09T09:00:00.000Z"}}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7002-91cb-7d1cb241c4f7', 'award.reversed', '2026-11-09 09:00:00+00', NULL, '{"award":{"id":"01a15889-fa80-7020-b206-658e84a02b5c","ruleId":"01a15889-fa80-700e-b714-eb35647e1821","ruleName":"order","userId":"cleo","awarded":true,"coins":"1.5","amount":"30","suppressedBy":null,"activityId":null,"createdAt":"2026-10-20T09:00:00.000Z"},"coinsLeft":"0.5","amountLeft":"15","reversal":{"id":"01a1bf89-2a80-7003-8aa5-a50752d7901a","coins":"1","createdAt":"2026-11-09T09:00:00.000Z"}}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7003-b370-1b41be9fc826', 'award.reversed', '2026-11-09 09:00:00+00', NULL, '{"award":{"id":"01a15889-fa80-701f-87aa-d33229932181","ruleId":"01a15889-fa80-700e-b714-eb35647e1821","ruleName":"order","userId":"bob","awarded":true,"coins":"2","amount":"45.5","suppressedBy":null,"activityId":"01a15889-fa80-701e-ae8c-a54649e81372","createdAt":"2026-10-20T09:00:00.000Z"},"coinsLeft":"0","amountLeft":"0","reversal":{"id":"01a1bf89-2a80-7006-9c6c-07ef6374c88b","coins":"2","createdAt":"2026-11-09T09:00:00.000Z"}}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7004-b0b0-c0f5d9d0833d', 'activity.reversed', '2026-11-09 09:00:00+00', NULL, '{"id":"01a1bf89-2a80-7005-93fc-b4b739f40773","activityId":"01a15889-fa80-701e-ae8c-a54649e81372","memberId":"01a15889-fa80-700f-a87f-bfc1bdd8971f","userId":"bob","coins":"2","createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7005-a153-48de8a573966', 'coins.adjusted', '2026-11-09 09:00:00+00', NULL, '{"id":"01a1bf89-2a80-7008-a305-866b75912a8c","memberId":"01a15889-fa80-700f-a87f-bfc1bdd8971f","userId":"bob","coins":"3","debitOrCredit":"CR","points":false,"balance":"5","createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7006-ae91-1670bd66a8e9', 'coins.adjusted', '2026-11-09 09:00:00+00', NULL, '{"id":"01a1bf89-2a80-7009-9d91-892d6f525fe9","memberId":"01a15889-fa80-7010-984f-290cbbab4ebb","userId":"cleo","coins":"3","debitOrCredit":"CR","points":true,"balance":"13.5","createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7007-97db-4b8a2eddf8d1', 'coins.adjustment_reversed', '2026-11-09 09:00:00+00', NULL, '{"id":"01a1bf89-2a80-700a-85ec-f66b7071c38e","memberId":"01a15889-fa80-700f-a87f-bfc1bdd8971f","userId":"bob","coins":"3","debitOrCredit":"CR","balance":"2","createdAt":"2026-11-09T09:00:00.000Z","adjustmentId":"01a1bf89-2a80-7008-a305-866b75912a8c"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7008-867b-015b8e79ce34', 'coins.transferred', '2026-11-09 09:00:00+00', NULL, '{"id":"01a1bf89-2a80-700c-b886-7e413021181e","memberId":"01a15889-fa80-7010-984f-290cbbab4ebb","userId":"cleo","coins":"4","balance":"9.5","createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7009-9288-9a9bd28cab97', 'coins.refunded', '2026-11-09 09:00:00+00', NULL, '{"id":"01a1bf89-2a80-700d-b4b8-26681767b505","transactionId":"01a1bf89-2a80-700c-b886-7e413021181e","memberId":"01a15889-fa80-7010-984f-290cbbab4ebb","userId":"cleo","coins":"4","createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-700a-be51-446e0f40b3f7', 'coins.transferred', '2026-11-09 09:00:00+00', NULL, '{"id":"01a1bf89-2a80-700f-a275-be3436bb1580","memberId":"01a15889-fa80-7010-984f-290cbbab4ebb","userId":"cleo","coins":"1.5","balance":"12","createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_feed (partner_id, last_event, read_at, subscriptions) VALUES ('01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-700a-be51-446e0f40b3f7', '2026-11-09 09:00:00+00', '1')
--;
INSERT INTO rewards_fold (version, partner_id, account_id) VALUES ('0', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f00')
--;
INSERT INTO rewards_fold (version, partner_id, account_id) VALUES ('15', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f04')
--;
INSERT INTO rewards_fold (version, partner_id, account_id) VALUES ('3', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-8000-9f44-6eff060e3f84')
--;
INSERT INTO rewards_idempotency (partner_id, record_id, fingerprint, record_ids, key, answer) VALUES ('01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7011-b04a-2188fb9ee930', E'\\x7cc26f69b6c7e0d8b2612262226920d1', NULL, E'\\x52d31bf87220e4619f6f4a7d34d7b83f', NULL)
--;
INSERT INTO rewards_idempotency (partner_id, record_id, fingerprint, record_ids, key, answer) VALUES ('01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-701a-9506-116ec07842a9', E'\\xb91e8f5dcf5fb514dd06659d3302d51f', NULL, E'\\xa12ee256189020795c767a513ec46378', NULL)
--;
INSERT INTO rewards_idempotency (partner_id, record_id, fingerprint, record_ids, key, answer) VALUES ('01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-700c-b886-7e413021181e', E'\\xf2f9e44b774e176178905d084a120109', NULL, E'\\x1d540cda048d13704d30a935d6e5337a', NULL)
--;
INSERT INTO rewards_mail (attempts, created_at, expires_at, due_at, sent_at, id, recipient, subject, body, html, error) VALUES ('0', '2026-10-20 09:00:00+00', '2026-10-20 09:10:00+00', '2026-10-20 09:00:00+00', NULL, '01a15889-fa80-7007-a037-6ee7f2ac45b9', 'ada@mail.example', 'Your verification code', 'Hello Ada Lovelace,

This code confirms your e-mail address:

    385098

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
<p class="code" style="margin:0 0 16px;padding:16px 12px;border:1px solid #d5ddd9;border-radius:8px;background:#f4f6f3;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:32px;font-weight:700;letter-spacing:6px;line-height:1.2;text-align:center;color:#16211b;-webkit-user-select:all;user-select:all">385098</p>
<p class="ink" style="margin:0 0 16px;overflow-wrap:anywhere;color:#16211b">It is valid for 10 minutes and works once. We will never ask you for it.</p>
<p class="ink" style="margin:0 0 16px;overflow-wrap:anywhere;color:#16211b">If you did not create an account, ignore this mail: nothing will happen.</p>
</div>
<p class="faint" style="max-width:520px;margin:16px auto 0;font-size:13px;text-align:center;color:#55635b">Laurel Rewards</p>
</div>
</body>
</html>
', NULL)
--;
INSERT INTO rewards_member (created_at, ordered_by, partner_id, id, current_id, user_id) VALUES ('2026-10-20 09:00:00+00', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700f-a87f-bfc1bdd8971f', '01a15889-fa80-700f-a87f-bfc1bdd8971f', 'bob')
--;
INSERT INTO rewards_member (created_at, ordered_by, partner_id, id, current_id, user_id) VALUES ('2026-10-20 09:00:00+00', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7010-984f-290cbbab4ebb', '01a15889-fa80-7010-984f-290cbbab4ebb', 'cleo')
--;
INSERT INTO rewards_member (created_at, ordered_by, partner_id, id, current_id, user_id) VALUES ('2026-10-20 09:00:00+00', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7018-bb70-5fc08e2b41f7', '01a15889-fa80-7018-bb70-5fc08e2b41f7', '01a15889-fa80-7006-a934-87ce74ca8705')
--;
INSERT INTO rewards_member_id (partner_id, member_id, linked, user_id) VALUES ('01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700f-a87f-bfc1bdd8971f', 'false', 'bob')
--;
INSERT INTO rewards_member_id (partner_id, member_id, linked, user_id) VALUES ('01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7010-984f-290cbbab4ebb', 'false', 'cleo')
--;
INSERT INTO rewards_member_id (partner_id, member_id, linked, user_id) VALUES ('01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7018-bb70-5fc08e2b41f7', 'false', '01a15889-fa80-7006-a934-87ce74ca8705')
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
INSERT INTO rewards_otp (issued, tries, window_at, expires_at, user_id, hash) VALUES ('1', '0', '2026-10-20 09:00:00+00', '2026-10-20 09:10:00+00', '01a15889-fa80-7006-a934-87ce74ca8705', '4lUdWact058TOgRB4z4juEA7iwEcvHcS-BfQeU91bWI')
--;
INSERT INTO rewards_partner (created_at, retired_at, approve_above, clock_offset, id, expiry_notice, remember_erased, name, reference) VALUES ('2026-10-20 09:00:00+00', NULL, NULL, '0', '01a15889-fa80-7000-9f44-6eff060e3f20', '30', 'true', 'Corner Shop Ltd', NULL)
--;
INSERT INTO rewards_person (created_at, updated_at, invite_expires_at, alerts_due_at, partner_id, id, alert_mails, role, ecosystem, email, password_hash, invite_hash) VALUES ('2026-10-20 09:00:00+00', '2026-10-20 09:00:00+00', NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7002-a0fc-3b939849506d', 'false', 'owner', 'demo', 'ops@shop.example', '$argon2id$v=19$m=19456,t=2,p=1$gjt5vsEdRVz9i6ezdccDow$sOMZ9Xsl3DFi4s99YdGZ801CBBqSSaqIRJhg0X7HrdU', NULL)
--;
INSERT INTO rewards_reversal (returned, paid, returned_amount, created_at, number, ordered_by, partner_id, id, award_id, transfer_id, activity_id, activity_reversal_id, expired_id) VALUES ('10000', '15000', '150000', '2026-11-09 09:00:00+00', '1', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7003-8aa5-a50752d7901a', '01a15889-fa80-7020-b206-658e84a02b5c', NULL, NULL, NULL, NULL)
--;
INSERT INTO rewards_reversal (returned, paid, returned_amount, created_at, number, ordered_by, partner_id, id, award_id, transfer_id, activity_id, activity_reversal_id, expired_id) VALUES ('20000', '20000', '455000', '2026-11-09 09:00:00+00', '1', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7006-9c6c-07ef6374c88b', '01a15889-fa80-701f-87aa-d33229932181', NULL, NULL, '01a1bf89-2a80-7005-93fc-b4b739f40773', NULL)
--;
INSERT INTO rewards_reversal (returned, paid, returned_amount, created_at, number, ordered_by, partner_id, id, award_id, transfer_id, activity_id, activity_reversal_id, expired_id) VALUES ('20000', '20000', NULL, '2026-11-09 09:00:00+00', '1', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7005-93fc-b4b739f40773', NULL, NULL, '01a15889-fa80-701e-ae8c-a54649e81372', NULL, NULL)
--;
INSERT INTO rewards_reversal (returned, paid, returned_amount, created_at, number, ordered_by, partner_id, id, award_id, transfer_id, activity_id, activity_reversal_id, expired_id) VALUES ('25000', '25000', NULL, '2026-11-09 09:00:00+00', '1', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7001-827c-6d141eae9788', '01a15889-fa80-7011-b04a-2188fb9ee930', NULL, NULL, NULL, NULL)
--;
INSERT INTO rewards_reversal (returned, paid, returned_amount, created_at, number, ordered_by, partner_id, id, award_id, transfer_id, activity_id, activity_reversal_id, expired_id) VALUES ('30000', '30000', NULL, '2026-11-09 09:00:00+00', '1', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-700a-85ec-f66b7071c38e', NULL, '01a1bf89-2a80-7008-a305-866b75912a8c', NULL, NULL, NULL)
--;
INSERT INTO rewards_reversal (returned, paid, returned_amount, created_at, number, ordered_by, partner_id, id, award_id, transfer_id, activity_id, activity_reversal_id, expired_id) VALUES ('40000', '40000', NULL, '2026-11-09 09:00:00+00', '1', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-700d-b4b8-26681767b505', NULL, '01a1bf89-2a80-700c-b886-7e413021181e', NULL, NULL, NULL)
--;
INSERT INTO rewards_rule (coin_value, unit, max_coins, max_number_of_participant, participants, user_limit_award, completion_number, created_at, updated_at, starts_at, ends_at, counted_until, generation, rate, pending_days, ordered_by, changed_by, partner_id, id, archived, type, at_limit, time_zone, limits, coins_expire) VALUES ('25000', NULL, NULL, '3', '0', NULL, '3', '2026-10-20 09:00:00+00', '2026-10-20 09:00:00+00', NULL, NULL, NULL, '0', '0', NULL, NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700a-8a2f-5c7cb8c2c4a1', 'false', 'batched', 'reject', 'UTC', NULL, NULL)
--;
INSERT INTO rewards_rule (coin_value, unit, max_coins, max_number_of_participant, participants, user_limit_award, completion_number, created_at, updated_at, starts_at, ends_at, counted_until, generation, rate, pending_days, ordered_by, changed_by, partner_id, id, archived, type, at_limit, time_zone, limits, coins_expire) VALUES ('25000', NULL, NULL, '3', '1', '1', NULL, '2026-10-20 09:00:00+00', '2026-10-20 09:00:00+00', NULL, NULL, NULL, '0', '0', NULL, NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700b-939a-ee81726d9a01', 'false', 'combined', 'reject', 'UTC', NULL, NULL)
--;
INSERT INTO rewards_rule (coin_value, unit, max_coins, max_number_of_participant, participants, user_limit_award, completion_number, created_at, updated_at, starts_at, ends_at, counted_until, generation, rate, pending_days, ordered_by, changed_by, partner_id, id, archived, type, at_limit, time_zone, limits, coins_expire) VALUES ('25000', NULL, NULL, '3', '2', NULL, NULL, '2026-10-20 09:00:00+00', '2026-10-20 09:00:00+00', NULL, NULL, NULL, '0', '0', NULL, NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7009-8b5d-da4b04646a59', 'false', 'single', 'reject', 'Europe/Berlin', '[{"per":"member","period":"day","awards":2},{"per":"rule","period":"ever","coins":"100"}]', NULL)
--;
INSERT INTO rewards_rule (coin_value, unit, max_coins, max_number_of_participant, participants, user_limit_award, completion_number, created_at, updated_at, starts_at, ends_at, counted_until, generation, rate, pending_days, ordered_by, changed_by, partner_id, id, archived, type, at_limit, time_zone, limits, coins_expire) VALUES ('5000', '100000', '200000', '3', '2', NULL, NULL, '2026-10-20 09:00:00+00', '2026-10-20 09:00:00+00', NULL, NULL, NULL, '0', '1', NULL, NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700e-b714-eb35647e1821', 'false', 'single', 'reject', 'UTC', NULL, NULL)
--;
INSERT INTO rewards_rule_day (awards, coins, reversed, day, local_day, partner_id, rule_id) VALUES ('1', '25000', '0', '20746', '20746', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700b-939a-ee81726d9a01')
--;
INSERT INTO rewards_rule_day (awards, coins, reversed, day, local_day, partner_id, rule_id) VALUES ('1', '25000', '0', '20766', '20766', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7009-8b5d-da4b04646a59')
--;
INSERT INTO rewards_rule_day (awards, coins, reversed, day, local_day, partner_id, rule_id) VALUES ('3', '55000', '30000', '20746', '20746', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700e-b714-eb35647e1821')
--;
INSERT INTO rewards_rule_day (awards, coins, reversed, day, local_day, partner_id, rule_id) VALUES ('4', '100000', '25000', '20746', '20746', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7009-8b5d-da4b04646a59')
--;
INSERT INTO rewards_rule_rate (unit, coin_value, max_coins, number, partner_id, rule_id) VALUES ('100000', '5000', '200000', '1', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700e-b714-eb35647e1821')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('1', '1', '1', '01a15889-fa80-7000-9f44-6eff060e3f20', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('1', '1', '2', '01a15889-fa80-7000-9f44-6eff060e3f20', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('1', '1', '3', '01a15889-fa80-7000-9f44-6eff060e3f20', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('1', '48646', '1', '01a15889-fa80-7000-9f44-6eff060e3f20', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('1', '48646', '2', '01a15889-fa80-7000-9f44-6eff060e3f20', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('1', '48646', '3', '01a15889-fa80-7000-9f44-6eff060e3f20', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('1', '48647', '1', '01a15889-fa80-7000-9f44-6eff060e3f20', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('1', '48647', '2', '01a15889-fa80-7000-9f44-6eff060e3f20', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('1', '48647', '3', '01a15889-fa80-7000-9f44-6eff060e3f20', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('3', '0', '1', '01a15889-fa80-7000-9f44-6eff060e3f20', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('3', '0', '2', '01a15889-fa80-7000-9f44-6eff060e3f20', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('3', '0', '3', '01a15889-fa80-7000-9f44-6eff060e3f20', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('3', '48644', '1', '01a15889-fa80-7000-9f44-6eff060e3f20', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('3', '48644', '2', '01a15889-fa80-7000-9f44-6eff060e3f20', E'\\x')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES ('3', '48644', '3', '01a15889-fa80-7000-9f44-6eff060e3f20', E'\\x')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES ('135000', '1794214800000', '0', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7010-984f-290cbbab4ebb')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES ('15000', '1794214800000', '1', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7010-984f-290cbbab4ebb')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES ('15000', '1794214800000', '48647', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7010-984f-290cbbab4ebb')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES ('20000', '1794214800000', '0', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700f-a87f-bfc1bdd8971f')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES ('20000', '1794214800000', '48644', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700f-a87f-bfc1bdd8971f')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES ('25000', '1792486800000', '0', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7018-bb70-5fc08e2b41f7')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES ('25000', '1792486800000', '48644', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7018-bb70-5fc08e2b41f7')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES ('55000', '1794214800000', '48646', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7010-984f-290cbbab4ebb')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES ('80000', '1794214800000', '48644', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7010-984f-290cbbab4ebb')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, merged, continued_in, partner_id, rule_id, member_id) VALUES ('0', '0', '1', '1', '0', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700b-939a-ee81726d9a01', '01a15889-fa80-700f-a87f-bfc1bdd8971f')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, merged, continued_in, partner_id, rule_id, member_id) VALUES ('0', '0', '2', NULL, '0', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700a-8a2f-5c7cb8c2c4a1', '01a15889-fa80-700f-a87f-bfc1bdd8971f')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, merged, continued_in, partner_id, rule_id, member_id) VALUES ('0', '1', '0', NULL, '0', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7009-8b5d-da4b04646a59', '01a15889-fa80-700f-a87f-bfc1bdd8971f')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, merged, continued_in, partner_id, rule_id, member_id) VALUES ('1', '1', '0', '1', '0', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700b-939a-ee81726d9a01', '01a15889-fa80-7010-984f-290cbbab4ebb')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, merged, continued_in, partner_id, rule_id, member_id) VALUES ('1', '1', '0', NULL, '0', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7009-8b5d-da4b04646a59', '01a15889-fa80-7018-bb70-5fc08e2b41f7')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, merged, continued_in, partner_id, rule_id, member_id) VALUES ('1', '1', '0', NULL, '0', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700e-b714-eb35647e1821', '01a15889-fa80-7010-984f-290cbbab4ebb')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, merged, continued_in, partner_id, rule_id, member_id) VALUES ('1', '2', '0', NULL, '0', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-700e-b714-eb35647e1821', '01a15889-fa80-700f-a87f-bfc1bdd8971f')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, merged, continued_in, partner_id, rule_id, member_id) VALUES ('3', '3', '0', NULL, '0', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7009-8b5d-da4b04646a59', '01a15889-fa80-7010-984f-290cbbab4ebb')
--;
INSERT INTO rewards_text (partner_id, record_id, name, value) VALUES ('01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7011-b04a-2188fb9ee930', '', 'for Bob')
--;
INSERT INTO rewards_text (partner_id, record_id, name, value) VALUES ('01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7011-b04a-2188fb9ee930', 'till', '4')
--;
INSERT INTO rewards_text (partner_id, record_id, name, value) VALUES ('01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-701a-9506-116ec07842a9', '', '{"total":"45.5","items":["tea","jam"]}')
--;
INSERT INTO rewards_text (partner_id, record_id, name, value) VALUES ('01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-701c-840f-8282ab326d6a', '', '{"total":"45.5","items":["tea","jam"]}')
--;
INSERT INTO rewards_text (partner_id, record_id, name, value) VALUES ('01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-701e-ae8c-a54649e81372', '', '{"total":"45.5","items":["tea","jam"]}')
--;
INSERT INTO rewards_text (partner_id, record_id, name, value) VALUES ('01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7001-827c-6d141eae9788', '', 'a mistake')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES ('10000', '6', '105000', '11', '-170000', '2026-11-09 09:00:00+00', NULL, '24322', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7003-8aa5-a50752d7901a', '01a15889-fa80-7010-984f-290cbbab4ebb', '01a15889-fa80-8000-9f44-6eff060e3f04', 'award_reversal')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES ('15000', '10', '120000', '3', '15000', '2026-11-09 09:00:00+00', NULL, '24323', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-700f-a275-be3436bb1580', '01a15889-fa80-7010-984f-290cbbab4ebb', '01a15889-fa80-8000-9f44-6eff060e3f84', 'user_partner_transfer')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES ('15000', '8', '-180000', '4', '90000', '2026-10-20 09:00:00+00', NULL, '24322', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7020-b206-658e84a02b5c', '01a15889-fa80-8000-9f44-6eff060e3f04', '01a15889-fa80-7010-984f-290cbbab4ebb', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES ('20000', '5', '20000', '12', '-150000', '2026-11-09 09:00:00+00', NULL, '24322', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7006-9c6c-07ef6374c88b', '01a15889-fa80-700f-a87f-bfc1bdd8971f', '01a15889-fa80-8000-9f44-6eff060e3f04', 'award_reversal')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES ('20000', '6', '-145000', '2', '45000', '2026-10-20 09:00:00+00', NULL, '24322', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-701b-b485-0bbf523453df', '01a15889-fa80-8000-9f44-6eff060e3f04', '01a15889-fa80-700f-a87f-bfc1bdd8971f', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES ('20000', '7', '-165000', '3', '65000', '2026-10-20 09:00:00+00', NULL, '24322', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-701f-87aa-d33229932181', '01a15889-fa80-8000-9f44-6eff060e3f04', '01a15889-fa80-700f-a87f-bfc1bdd8971f', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES ('25000', '1', '-25000', '1', '25000', '2026-10-20 09:00:00+00', NULL, '24322', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7011-b04a-2188fb9ee930', '01a15889-fa80-8000-9f44-6eff060e3f04', '01a15889-fa80-700f-a87f-bfc1bdd8971f', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES ('25000', '2', '-50000', '1', '25000', '2026-10-20 09:00:00+00', NULL, '24322', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7015-991d-d6f2f796441c', '01a15889-fa80-8000-9f44-6eff060e3f04', '01a15889-fa80-7010-984f-290cbbab4ebb', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES ('25000', '3', '-75000', '2', '50000', '2026-10-20 09:00:00+00', NULL, '24322', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7016-aa32-86f50fb51da6', '01a15889-fa80-8000-9f44-6eff060e3f04', '01a15889-fa80-7010-984f-290cbbab4ebb', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES ('25000', '4', '-100000', '3', '75000', '2026-10-20 09:00:00+00', NULL, '24322', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7017-a36e-706482e2e199', '01a15889-fa80-8000-9f44-6eff060e3f04', '01a15889-fa80-7010-984f-290cbbab4ebb', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES ('25000', '4', '40000', '10', '-180000', '2026-11-09 09:00:00+00', NULL, '24322', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7001-827c-6d141eae9788', '01a15889-fa80-700f-a87f-bfc1bdd8971f', '01a15889-fa80-8000-9f44-6eff060e3f04', 'award_reversal')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES ('25000', '5', '-125000', '1', '25000', '2026-10-20 09:00:00+00', NULL, '24322', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7019-951a-8ea8a8e39ccf', '01a15889-fa80-8000-9f44-6eff060e3f04', '01a15889-fa80-7018-bb70-5fc08e2b41f7', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES ('25000', '9', '-205000', '5', '115000', '2026-11-09 09:00:00+00', NULL, '24323', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7000-8c6e-b4b99d2ab5f6', '01a15889-fa80-8000-9f44-6eff060e3f04', '01a15889-fa80-7010-984f-290cbbab4ebb', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES ('30000', '13', '-180000', '6', '50000', '2026-11-09 09:00:00+00', NULL, '0', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7008-a305-866b75912a8c', '01a15889-fa80-8000-9f44-6eff060e3f04', '01a15889-fa80-700f-a87f-bfc1bdd8971f', 'adjustment')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES ('30000', '14', '-210000', '7', '135000', '2026-11-09 09:00:00+00', NULL, '24323', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7009-9d91-892d6f525fe9', '01a15889-fa80-8000-9f44-6eff060e3f04', '01a15889-fa80-7010-984f-290cbbab4ebb', 'adjustment')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES ('30000', '7', '20000', '15', '-180000', '2026-11-09 09:00:00+00', NULL, '0', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-700a-85ec-f66b7071c38e', '01a15889-fa80-700f-a87f-bfc1bdd8971f', '01a15889-fa80-8000-9f44-6eff060e3f04', 'adjustment_reversal')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES ('40000', '2', '0', '9', '135000', '2026-11-09 09:00:00+00', NULL, '24323', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-700d-b4b8-26681767b505', '01a15889-fa80-8000-9f44-6eff060e3f84', '01a15889-fa80-7010-984f-290cbbab4ebb', 'user_partner_refund')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES ('40000', '8', '95000', '1', '40000', '2026-11-09 09:00:00+00', NULL, '24323', NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-700c-b886-7e413021181e', '01a15889-fa80-7010-984f-290cbbab4ebb', '01a15889-fa80-8000-9f44-6eff060e3f84', 'user_partner_transfer')
--;
INSERT INTO rewards_user (created_at, email_verified_at, id, is_adult, tag, email, email_key, fullname, phone, country_code, date_of_birth, password_hash) VALUES ('2026-10-20 09:00:00+00', NULL, '01a15889-fa80-7006-a934-87ce74ca8705', 'false', 'ada', 'ada@mail.example', 'ada@mail.example', 'ada lovelace', '0801234567', '+44', NULL, '$argon2id$v=19$m=19456,t=2,p=1$dsANVU7cPJ0lNlaMa3mgtw$JHsxF4h/R7O1XD0EMUJF/4fGOht0FjQCRK/dteLOCNo')
--;
INSERT INTO rewards_webhook (created_at, updated_at, previous_secret_until, failing_since, held_until, due_at, ordered_by, changed_by, partner_id, id, last_event, leased_by, url, types, description, secret, previous_secret, status, paused_reason) VALUES ('2026-11-09 09:00:00+00', '2026-11-09 09:00:00+00', NULL, NULL, NULL, NULL, NULL, NULL, '01a15889-fa80-7000-9f44-6eff060e3f20', '01a1bf89-2a80-7010-a72b-f2b4281b781a', '01a1bf89-2a80-700a-be51-446e0f40b3f7', NULL, 'https://shop.example/hooks', '', 'orders', 'whsec_uH3Wd6/UTSzL9TRkwoQjfpR/0LWLdGvBhwoIZOYrNyw=', NULL, 'active', NULL)
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES ('0', '0', '2', NULL, '2026-10-19 22:00:00+00', '2026-10-20 22:00:00+00', '0', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7009-8b5d-da4b04646a59', '01a15889-fa80-700f-a87f-bfc1bdd8971f', 'day')
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES ('1', '0', '2', NULL, '2026-10-19 22:00:00+00', '2026-10-20 22:00:00+00', '0', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7009-8b5d-da4b04646a59', '01a15889-fa80-7018-bb70-5fc08e2b41f7', 'day')
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES ('1', '0', '2', NULL, '2026-11-08 23:00:00+00', '2026-11-09 23:00:00+00', '0', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7009-8b5d-da4b04646a59', '01a15889-fa80-7010-984f-290cbbab4ebb', 'day')
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES ('2', '0', '2', NULL, '2026-10-19 22:00:00+00', '2026-10-20 22:00:00+00', '0', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7009-8b5d-da4b04646a59', '01a15889-fa80-7010-984f-290cbbab4ebb', 'day')
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES ('4', '100000', NULL, '1000000', '1970-01-01 00:00:00+00', NULL, '0', '01a15889-fa80-7000-9f44-6eff060e3f20', '01a15889-fa80-7009-8b5d-da4b04646a59', '01a15889-fa80-7009-8b5d-da4b04646a59', 'ever')
--;
