CREATE TABLE rewards_migration (
    wing TEXT NOT NULL, id INTEGER NOT NULL, name TEXT NOT NULL, applied_at TEXT NOT NULL, PRIMARY KEY (wing, id)
  )
--;
CREATE TABLE rewards_partner (
  created_at TEXT NOT NULL,
  retired_at TEXT,
  approve_above INTEGER,
  clock_offset INTEGER NOT NULL DEFAULT 0,
  id BLOB NOT NULL,
  expiry_notice INTEGER,
  remember_erased INTEGER NOT NULL DEFAULT TRUE CHECK (remember_erased IN (0, 1)),
  name TEXT NOT NULL,
  reference TEXT,
  PRIMARY KEY (id),
  CONSTRAINT rewards_partner_expiry_notice CHECK (expiry_notice BETWEEN 1 AND 365),
  CONSTRAINT rewards_partner_approve_above CHECK (approve_above BETWEEN 0 AND 5000000000000000),
  CONSTRAINT rewards_partner_clock_offset CHECK (clock_offset = 0 OR (clock_offset BETWEEN 0 AND 632448000000 AND CASE WHEN id IS NOT NULL THEN lower(substr(hex(id), 1, 8) || '-' || substr(hex(id), 9, 4) || '-' || substr(hex(id), 13, 4) || '-' || substr(hex(id), 17, 4) || '-' || substr(hex(id), 21, 12)) END LIKE '7e57____-____-4%')),
  CONSTRAINT rewards_partner_retired CHECK (retired_at IS NULL OR CASE WHEN id IS NOT NULL THEN lower(substr(hex(id), 1, 8) || '-' || substr(hex(id), 9, 4) || '-' || substr(hex(id), 13, 4) || '-' || substr(hex(id), 17, 4) || '-' || substr(hex(id), 21, 12)) END LIKE '7e57____-____-4%')
) STRICT
--;
CREATE TABLE rewards_orderer (
  number INTEGER NOT NULL,
  partner_id BLOB NOT NULL,
  ref BLOB,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (partner_id, number),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_orderer_number CHECK (number >= 1),
  CONSTRAINT rewards_orderer_kind CHECK (kind IN ('person', 'key', 'host')),
  CONSTRAINT rewards_orderer_ref CHECK ((kind = 'host') = (ref IS NULL)),
  CONSTRAINT rewards_orderer_name CHECK (LENGTH(name) BETWEEN 1 AND 320)
) STRICT
--;
CREATE TABLE rewards_account (
  balance INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  next_due TEXT,
  closed_at TEXT,
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  owner BLOB,
  kind TEXT NOT NULL,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_account_kind CHECK (kind IN ('wallet', 'pending', 'issuance', 'treasury', 'expired')),
  CONSTRAINT rewards_account_not_negative CHECK (kind NOT IN ('wallet', 'pending') OR balance >= 0),
  CONSTRAINT rewards_account_owner CHECK ((kind = 'pending') = (owner IS NOT NULL)),
  CONSTRAINT rewards_account_next_due CHECK ((kind = 'wallet' AND closed_at IS NULL) OR next_due IS NULL),
  CONSTRAINT rewards_account_closed CHECK (closed_at IS NULL OR (kind = 'wallet' AND balance = 0)),
  CONSTRAINT rewards_account_exact CHECK (balance BETWEEN -5000000000000000 AND 5000000000000000),
  CONSTRAINT rewards_account_version CHECK (version >= 0)
) STRICT
--;
CREATE TABLE rewards_member (
  created_at TEXT NOT NULL,
  ordered_by INTEGER,
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  current_id BLOB NOT NULL,
  user_id TEXT NOT NULL,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, ordered_by) REFERENCES rewards_orderer (partner_id, number),
  FOREIGN KEY (partner_id, id) REFERENCES rewards_account (partner_id, id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (partner_id, user_id, current_id) REFERENCES rewards_member_id (partner_id, user_id, member_id) DEFERRABLE INITIALLY DEFERRED
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
CREATE TABLE rewards_attribute (
  partner_id BLOB NOT NULL,
  member_id BLOB NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (partner_id, member_id, name),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id)
) STRICT, WITHOUT ROWID
--;
CREATE TABLE rewards_rule (
  coin_value INTEGER NOT NULL,
  unit INTEGER,
  max_coins INTEGER,
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
  rate INTEGER NOT NULL DEFAULT 0,
  pending_days INTEGER,
  ordered_by INTEGER,
  changed_by INTEGER,
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  archived INTEGER NOT NULL CHECK (archived IN (0, 1)),
  type TEXT NOT NULL,
  at_limit TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  limits TEXT,
  coins_expire TEXT,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  FOREIGN KEY (partner_id, ordered_by) REFERENCES rewards_orderer (partner_id, number),
  FOREIGN KEY (partner_id, changed_by) REFERENCES rewards_orderer (partner_id, number),
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
  activity TEXT,
  criteria TEXT,
  PRIMARY KEY (partner_id, rule_id, ordinal),
  UNIQUE (partner_id, name),
  FOREIGN KEY (partner_id, rule_id) REFERENCES rewards_rule (partner_id, id),
  CONSTRAINT rewards_condition_ordinal CHECK (ordinal BETWEEN 0 AND 30),
  CONSTRAINT rewards_condition_own CHECK ((ordinal = 0) = (id = rule_id)),
  CONSTRAINT rewards_condition_status CHECK (status IN ('active', 'inactive')),
  CONSTRAINT rewards_condition_when CHECK ((activity IS NULL) = (criteria IS NULL))
) STRICT
--;
CREATE TABLE rewards_rule_rate (
  unit INTEGER NOT NULL,
  coin_value INTEGER NOT NULL,
  max_coins INTEGER,
  number INTEGER NOT NULL,
  partner_id BLOB NOT NULL,
  rule_id BLOB NOT NULL,
  PRIMARY KEY (partner_id, rule_id, number),
  FOREIGN KEY (partner_id, rule_id) REFERENCES rewards_rule (partner_id, id),
  CONSTRAINT rewards_rule_rate_unit CHECK (unit BETWEEN 1 AND 5000000000000000),
  CONSTRAINT rewards_rule_rate_coin_value CHECK (coin_value BETWEEN 1 AND 5000000000000000),
  CONSTRAINT rewards_rule_rate_max_coins CHECK (max_coins BETWEEN 1 AND 5000000000000000),
  CONSTRAINT rewards_rule_rate_number CHECK (number >= 1)
) STRICT
--;
CREATE TABLE rewards_tally (
  paid INTEGER NOT NULL,
  cycle INTEGER NOT NULL,
  progress INTEGER NOT NULL,
  user_limit INTEGER,
  merged INTEGER NOT NULL DEFAULT 0,
  continued_in INTEGER,
  partner_id BLOB NOT NULL,
  rule_id BLOB NOT NULL,
  member_id BLOB NOT NULL,
  PRIMARY KEY (partner_id, rule_id, member_id),
  FOREIGN KEY (partner_id, rule_id) REFERENCES rewards_rule (partner_id, id),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id),
  CONSTRAINT rewards_tally_within_limit CHECK (paid >= 0 AND (user_limit IS NULL OR paid <= user_limit)),
  CONSTRAINT rewards_tally_cycle CHECK (cycle + merged >= paid AND merged >= 0),
  CONSTRAINT rewards_tally_progress CHECK (progress >= 0),
  CONSTRAINT rewards_tally_continued CHECK (continued_in IS NULL OR paid + progress = 0)
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
CREATE TABLE rewards_activity_count (
  count INTEGER NOT NULL,
  partner_id BLOB NOT NULL,
  member_id BLOB NOT NULL,
  type TEXT NOT NULL,
  PRIMARY KEY (partner_id, member_id, type),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id),
  CONSTRAINT rewards_activity_count_count CHECK (count >= 1)
) STRICT
--;
CREATE TABLE rewards_activity (
  created_at TEXT NOT NULL,
  occurred_at TEXT NOT NULL,
  number INTEGER NOT NULL,
  ordered_by INTEGER,
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  member_id BLOB NOT NULL,
  type TEXT NOT NULL,
  outcomes TEXT,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, ordered_by) REFERENCES rewards_orderer (partner_id, number),
  FOREIGN KEY (partner_id, member_id, type) REFERENCES rewards_activity_count (partner_id, member_id, type),
  CONSTRAINT rewards_activity_number CHECK (number >= 1)
) STRICT
--;
CREATE TABLE rewards_award (
  created_at TEXT NOT NULL,
  amount INTEGER,
  cycle INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  rate INTEGER,
  local_day INTEGER,
  ordered_by INTEGER,
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  rule_id BLOB NOT NULL,
  member_id BLOB NOT NULL,
  activity_id BLOB,
  awarded INTEGER NOT NULL CHECK (awarded IN (0, 1)),
  suppressed_by TEXT,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, ordered_by) REFERENCES rewards_orderer (partner_id, number),
  FOREIGN KEY (partner_id, rule_id, ordinal) REFERENCES rewards_condition (partner_id, rule_id, ordinal),
  FOREIGN KEY (partner_id, rule_id, member_id) REFERENCES rewards_tally (partner_id, rule_id, member_id),
  FOREIGN KEY (partner_id, rule_id, rate) REFERENCES rewards_rule_rate (partner_id, rule_id, number),
  FOREIGN KEY (partner_id, activity_id) REFERENCES rewards_activity (partner_id, id),
  CONSTRAINT rewards_award_amount CHECK ((amount IS NULL) = (rate IS NULL) AND (amount IS NULL OR amount BETWEEN 1 AND 5000000000000000)),
  CONSTRAINT rewards_award_suppressed CHECK (suppressed_by IS NULL OR (awarded = 0
      AND suppressed_by IN ('participant_limit_reached', 'user_limit_reached', 'limit_reached')))
) STRICT
--;
CREATE TABLE rewards_refusal (
  count INTEGER NOT NULL,
  day INTEGER NOT NULL,
  partner_id BLOB NOT NULL,
  rule_id BLOB NOT NULL,
  code TEXT NOT NULL,
  which TEXT NOT NULL,
  PRIMARY KEY (partner_id, day, rule_id, code, which),
  FOREIGN KEY (partner_id, rule_id) REFERENCES rewards_rule (partner_id, id),
  CONSTRAINT rewards_refusal_count CHECK (count >= 1),
  CONSTRAINT rewards_refusal_day CHECK (day >= 0),
  CONSTRAINT rewards_refusal_code CHECK (code IN ('amount_invalid', 'amount_not_allowed', 'amount_required', 'amount_too_large', 'amount_too_small', 'balance_too_large', 'limit_reached', 'participant_limit_reached', 'rule_inactive', 'rule_not_running', 'user_limit_reached'))
) STRICT, WITHOUT ROWID
--;
CREATE TABLE rewards_lot (
  coins INTEGER NOT NULL,
  maturing INTEGER NOT NULL,
  expired INTEGER NOT NULL,
  expires_at TEXT NOT NULL,
  expirations INTEGER NOT NULL,
  content INTEGER NOT NULL,
  partner_id BLOB NOT NULL,
  member_id BLOB NOT NULL,
  expiry_id BLOB NOT NULL,
  noticed INTEGER NOT NULL CHECK (noticed IN (0, 1)),
  time_zone TEXT NOT NULL,
  PRIMARY KEY (partner_id, member_id, expires_at),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id),
  CONSTRAINT rewards_lot_coins CHECK (coins BETWEEN 0 AND 5000000000000000),
  CONSTRAINT rewards_lot_maturing CHECK (maturing BETWEEN 0 AND 5000000000000000),
  CONSTRAINT rewards_lot_expired CHECK (expired >= 0),
  CONSTRAINT rewards_lot_content CHECK (content = CASE WHEN coins > 0 THEN 2 WHEN maturing > 0 THEN 1 ELSE 0 END),
  CONSTRAINT rewards_lot_expirations CHECK (expirations >= 0)
) STRICT
--;
CREATE TABLE rewards_transfer (
  amount INTEGER NOT NULL,
  debit_version INTEGER NOT NULL,
  debit_balance INTEGER NOT NULL,
  credit_version INTEGER NOT NULL,
  credit_balance INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT,
  month INTEGER NOT NULL,
  ordered_by INTEGER,
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  debit_account BLOB NOT NULL,
  credit_account BLOB NOT NULL,
  kind TEXT NOT NULL,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, ordered_by) REFERENCES rewards_orderer (partner_id, number),
  FOREIGN KEY (partner_id, debit_account) REFERENCES rewards_account (partner_id, id),
  FOREIGN KEY (partner_id, credit_account) REFERENCES rewards_account (partner_id, id),
  FOREIGN KEY (partner_id, credit_account, expires_at) REFERENCES rewards_lot (partner_id, member_id, expires_at),
  CONSTRAINT rewards_transfer_amount CHECK (amount BETWEEN 1 AND 5000000000000000 OR (amount = 0 AND kind = 'merge')),
  CONSTRAINT rewards_transfer_two_sides CHECK (debit_account <> credit_account),
  CONSTRAINT rewards_transfer_kind CHECK (kind IN ('award', 'user_partner_transfer', 'award_reversal', 'user_partner_refund', 'adjustment', 'adjustment_reversal', 'pending_award', 'pending_reversal', 'maturity', 'expiry', 'expired_reversal', 'erasure', 'pending_erasure', 'merge', 'pending_merge'))
) STRICT
--;
CREATE TABLE rewards_pending (
  coins INTEGER NOT NULL,
  matures_at TEXT NOT NULL,
  matured_at TEXT,
  expires_at TEXT,
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  member_id BLOB NOT NULL,
  maturity_id BLOB NOT NULL,
  time_zone TEXT NOT NULL,
  coins_expire TEXT,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, id) REFERENCES rewards_award (partner_id, id),
  FOREIGN KEY (partner_id, member_id, expires_at) REFERENCES rewards_lot (partner_id, member_id, expires_at),
  CONSTRAINT rewards_pending_coins CHECK (coins BETWEEN 0 AND 5000000000000000),
  CONSTRAINT rewards_pending_matured CHECK (matured_at IS NULL OR coins = 0),
  CONSTRAINT rewards_pending_lot CHECK ((expires_at IS NULL) = (coins_expire IS NULL)),
  CONSTRAINT rewards_pending_ends CHECK (matured_at IS NOT NULL OR expires_at > matures_at)
) STRICT
--;
CREATE TABLE rewards_lot_entry (
  coins INTEGER NOT NULL,
  expired INTEGER NOT NULL,
  expires_at TEXT NOT NULL,
  partner_id BLOB NOT NULL,
  transfer_id BLOB NOT NULL,
  member_id BLOB NOT NULL,
  PRIMARY KEY (partner_id, transfer_id, member_id, expires_at),
  FOREIGN KEY (partner_id, transfer_id) REFERENCES rewards_transfer (partner_id, id),
  FOREIGN KEY (partner_id, member_id, expires_at) REFERENCES rewards_lot (partner_id, member_id, expires_at),
  CONSTRAINT rewards_lot_entry_changes CHECK (coins <> 0 OR expired <> 0)
) STRICT, WITHOUT ROWID
--;
CREATE TABLE rewards_adjustment (
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  reason TEXT,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, id) REFERENCES rewards_transfer (partner_id, id)
) STRICT
--;
CREATE TABLE rewards_approval_request (
  coins INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  ordered_by INTEGER,
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  member_id BLOB NOT NULL,
  adjustment_id BLOB,
  points INTEGER NOT NULL CHECK (points IN (0, 1)),
  debit_or_credit TEXT NOT NULL,
  reason TEXT,
  coins_expire TEXT,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, ordered_by) REFERENCES rewards_orderer (partner_id, number),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id),
  FOREIGN KEY (partner_id, adjustment_id) REFERENCES rewards_adjustment (partner_id, id),
  CONSTRAINT rewards_approval_request_coins CHECK (coins BETWEEN 1 AND 5000000000000000),
  CONSTRAINT rewards_approval_request_debit_or_credit CHECK (debit_or_credit IN ('CR', 'DE')),
  CONSTRAINT rewards_approval_request_credit CHECK (debit_or_credit = 'CR' OR (points = 0 AND coins_expire IS NULL))
) STRICT
--;
CREATE TABLE rewards_approval_decision (
  created_at TEXT NOT NULL,
  ordered_by INTEGER,
  partner_id BLOB NOT NULL,
  request_id BLOB NOT NULL,
  record_id BLOB,
  PRIMARY KEY (partner_id, request_id),
  FOREIGN KEY (partner_id, ordered_by) REFERENCES rewards_orderer (partner_id, number),
  FOREIGN KEY (partner_id, request_id) REFERENCES rewards_approval_request (partner_id, id)
) STRICT
--;
CREATE TABLE rewards_reversal (
  returned INTEGER NOT NULL,
  paid INTEGER NOT NULL,
  returned_amount INTEGER,
  created_at TEXT NOT NULL,
  number INTEGER NOT NULL,
  ordered_by INTEGER,
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  award_id BLOB,
  transfer_id BLOB,
  activity_id BLOB,
  activity_reversal_id BLOB,
  expired_id BLOB,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, award_id, number),
  UNIQUE (partner_id, transfer_id),
  UNIQUE (partner_id, activity_id),
  FOREIGN KEY (partner_id, ordered_by) REFERENCES rewards_orderer (partner_id, number),
  FOREIGN KEY (partner_id, award_id) REFERENCES rewards_award (partner_id, id),
  FOREIGN KEY (partner_id, transfer_id) REFERENCES rewards_transfer (partner_id, id),
  FOREIGN KEY (partner_id, activity_id) REFERENCES rewards_activity (partner_id, id),
  CONSTRAINT rewards_reversal_of_one CHECK (CASE WHEN award_id IS NULL THEN 0 ELSE 1 END + CASE WHEN transfer_id IS NULL THEN 0 ELSE 1 END
      + CASE WHEN activity_id IS NULL THEN 0 ELSE 1 END = 1),
  CONSTRAINT rewards_reversal_returned CHECK (returned BETWEEN 0 AND paid),
  CONSTRAINT rewards_reversal_whole CHECK (award_id IS NOT NULL OR returned = paid),
  CONSTRAINT rewards_reversal_of_activity CHECK (activity_reversal_id IS NULL OR (award_id IS NOT NULL AND returned = paid)),
  CONSTRAINT rewards_reversal_number CHECK (number >= 1)
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
CREATE TABLE rewards_erasure (
  created_at TEXT NOT NULL,
  finished_at TEXT,
  partner_id BLOB NOT NULL,
  member_id BLOB NOT NULL,
  successor_id BLOB,
  names TEXT,
  place TEXT,
  PRIMARY KEY (partner_id, member_id),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id),
  FOREIGN KEY (partner_id, successor_id) REFERENCES rewards_member (partner_id, id),
  CONSTRAINT rewards_erasure_successor CHECK (successor_id <> member_id),
  CONSTRAINT rewards_erasure_finished CHECK ((finished_at IS NULL) = (names IS NOT NULL) AND (finished_at IS NULL OR place IS NULL))
) STRICT
--;
CREATE TABLE rewards_erased_id (
  partner_id BLOB NOT NULL,
  member_id BLOB NOT NULL,
  hash BLOB NOT NULL,
  PRIMARY KEY (partner_id, hash),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_erasure (partner_id, member_id),
  CONSTRAINT rewards_erased_id_hash CHECK (length(hash) = 16)
) STRICT, WITHOUT ROWID
--;
CREATE TABLE rewards_idempotency (
  partner_id BLOB NOT NULL,
  record_id BLOB,
  fingerprint BLOB NOT NULL,
  record_ids BLOB,
  key BLOB NOT NULL,
  answer TEXT,
  PRIMARY KEY (partner_id, key),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_idempotency_fingerprint CHECK (length(fingerprint) = 16),
  CONSTRAINT rewards_idempotency_key CHECK (length(key) = 16),
  CONSTRAINT rewards_idempotency_record_ids CHECK (record_ids IS NULL OR (record_id IS NULL AND length(record_ids) > 0 AND length(record_ids) % 16 = 0)),
  CONSTRAINT rewards_idempotency_stored CHECK (record_id IS NOT NULL OR record_ids IS NOT NULL OR answer IS NOT NULL)
) STRICT, WITHOUT ROWID
--;
CREATE UNIQUE INDEX rewards_orderer_ref ON rewards_orderer (partner_id, ref, name) WHERE ref IS NOT NULL
--;
CREATE UNIQUE INDEX rewards_orderer_host ON rewards_orderer (partner_id, name) WHERE ref IS NULL
--;
CREATE TRIGGER rewards_orderer_no_update BEFORE UPDATE ON rewards_orderer
          BEGIN SELECT RAISE(ABORT, 'rewards_orderer is append-only: a correction is a new row'); END
--;
CREATE TRIGGER rewards_orderer_no_delete BEFORE DELETE ON rewards_orderer
          BEGIN SELECT RAISE(ABORT, 'rewards_orderer is append-only: a correction is a new row'); END
--;
CREATE INDEX rewards_account_side ON rewards_account (partner_id, id, version) WHERE kind NOT IN ('wallet', 'pending')
--;
CREATE INDEX rewards_account_due ON rewards_account (partner_id, next_due, id) WHERE next_due IS NOT NULL
--;
CREATE INDEX rewards_member_onboarded ON rewards_member (partner_id, created_at, id, current_id)
--;
CREATE INDEX rewards_member_merged ON rewards_member (partner_id, current_id, id) WHERE current_id <> id
--;
CREATE UNIQUE INDEX rewards_member_id_link ON rewards_member_id (partner_id, member_id) WHERE linked = 1
--;
CREATE INDEX rewards_rule_listed ON rewards_rule (partner_id, archived, id)
--;
CREATE INDEX rewards_condition_activity ON rewards_condition (partner_id, activity, rule_id, ordinal) WHERE activity IS NOT NULL
--;
CREATE TRIGGER rewards_rule_rate_no_update BEFORE UPDATE ON rewards_rule_rate
          BEGIN SELECT RAISE(ABORT, 'rewards_rule_rate is append-only: a correction is a new row'); END
--;
CREATE TRIGGER rewards_rule_rate_no_delete BEFORE DELETE ON rewards_rule_rate
          BEGIN SELECT RAISE(ABORT, 'rewards_rule_rate is append-only: a correction is a new row'); END
--;
CREATE INDEX rewards_window_of_rules ON rewards_window (partner_id, ends_at, rule_id) WHERE subject_id = rule_id
--;
CREATE INDEX rewards_activity_member ON rewards_activity (member_id, id)
--;
CREATE INDEX rewards_activity_type ON rewards_activity (partner_id, type, id)
--;
CREATE TRIGGER rewards_activity_no_update BEFORE UPDATE ON rewards_activity
          BEGIN SELECT RAISE(ABORT, 'rewards_activity is append-only: a correction is a new row'); END
--;
CREATE TRIGGER rewards_activity_no_delete BEFORE DELETE ON rewards_activity
          BEGIN SELECT RAISE(ABORT, 'rewards_activity is append-only: a correction is a new row'); END
--;
CREATE INDEX rewards_award_counted ON rewards_award (rule_id, member_id, cycle) WHERE awarded = 0
--;
CREATE INDEX rewards_award_member ON rewards_award (member_id, id)
--;
CREATE INDEX rewards_award_activity ON rewards_award (activity_id) WHERE activity_id IS NOT NULL
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
CREATE INDEX rewards_lot_member ON rewards_lot (partner_id, member_id, expires_at) WHERE content + 0 > 0
--;
CREATE INDEX rewards_lot_due ON rewards_lot (partner_id, expiry_id) WHERE content > 0
--;
CREATE INDEX rewards_lot_notice ON rewards_lot (partner_id, expires_at, member_id) WHERE content = 2 AND noticed = 0
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
CREATE INDEX rewards_pending_member ON rewards_pending (member_id, maturity_id) WHERE coins + 0 > 0
--;
CREATE INDEX rewards_pending_due ON rewards_pending (partner_id, maturity_id) WHERE coins > 0
--;
CREATE TRIGGER rewards_lot_entry_no_update BEFORE UPDATE ON rewards_lot_entry
          BEGIN SELECT RAISE(ABORT, 'rewards_lot_entry is append-only: a correction is a new row'); END
--;
CREATE TRIGGER rewards_lot_entry_no_delete BEFORE DELETE ON rewards_lot_entry
          BEGIN SELECT RAISE(ABORT, 'rewards_lot_entry is append-only: a correction is a new row'); END
--;
CREATE TRIGGER rewards_approval_decision_no_update BEFORE UPDATE ON rewards_approval_decision
          BEGIN SELECT RAISE(ABORT, 'rewards_approval_decision is append-only: a correction is a new row'); END
--;
CREATE TRIGGER rewards_approval_decision_no_delete BEFORE DELETE ON rewards_approval_decision
          BEGIN SELECT RAISE(ABORT, 'rewards_approval_decision is append-only: a correction is a new row'); END
--;
CREATE UNIQUE INDEX rewards_reversal_whole ON rewards_reversal (partner_id, award_id) WHERE returned = paid
--;
CREATE UNIQUE INDEX rewards_reversal_expired ON rewards_reversal (partner_id, expired_id) WHERE expired_id IS NOT NULL
--;
CREATE TRIGGER rewards_reversal_no_update BEFORE UPDATE ON rewards_reversal
          BEGIN SELECT RAISE(ABORT, 'rewards_reversal is append-only: a correction is a new row'); END
--;
CREATE TRIGGER rewards_reversal_no_delete BEFORE DELETE ON rewards_reversal
          BEGIN SELECT RAISE(ABORT, 'rewards_reversal is append-only: a correction is a new row'); END
--;
CREATE INDEX rewards_text_value ON rewards_text (partner_id, name, value, record_id) WHERE name <> ''
--;
CREATE INDEX rewards_erasure_successor ON rewards_erasure (partner_id, successor_id) WHERE successor_id IS NOT NULL
--;
CREATE INDEX rewards_erasure_open ON rewards_erasure (partner_id, member_id) WHERE finished_at IS NULL
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
  earned INTEGER NOT NULL,
  reversals INTEGER NOT NULL,
  reversed INTEGER NOT NULL,
  transfers INTEGER NOT NULL,
  spent INTEGER NOT NULL,
  refunds INTEGER NOT NULL,
  refunded INTEGER NOT NULL,
  adjustments INTEGER NOT NULL,
  credited INTEGER NOT NULL,
  debited INTEGER NOT NULL,
  expired INTEGER NOT NULL,
  unexpired INTEGER NOT NULL,
  day INTEGER NOT NULL,
  partner_id BLOB NOT NULL,
  PRIMARY KEY (partner_id, day),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_day_day CHECK (day >= 0)
) STRICT, WITHOUT ROWID
--;
CREATE TABLE rewards_rule_day (
  awards INTEGER NOT NULL,
  coins INTEGER NOT NULL,
  reversed INTEGER NOT NULL,
  day INTEGER NOT NULL,
  local_day INTEGER NOT NULL,
  partner_id BLOB NOT NULL,
  rule_id BLOB NOT NULL,
  PRIMARY KEY (partner_id, rule_id, day, local_day),
  FOREIGN KEY (partner_id, rule_id) REFERENCES rewards_rule (partner_id, id),
  CONSTRAINT rewards_rule_day_day CHECK (day >= 0)
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
  ordered_by INTEGER,
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
  ordered_by INTEGER,
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
  ordered_by INTEGER,
  changed_by INTEGER,
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
  FOREIGN KEY (partner_id, ordered_by) REFERENCES rewards_orderer (partner_id, number),
  FOREIGN KEY (partner_id, changed_by) REFERENCES rewards_orderer (partner_id, number),
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
CREATE TABLE rewards_person (
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  invite_expires_at TEXT,
  alerts_due_at TEXT,
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  alert_mails INTEGER NOT NULL DEFAULT false CHECK (alert_mails IN (0, 1)),
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
) STRICT
--;
CREATE TABLE rewards_mailed_alert (
  partner_id BLOB NOT NULL,
  person_id BLOB NOT NULL,
  alert TEXT NOT NULL,
  PRIMARY KEY (partner_id, person_id, alert),
  FOREIGN KEY (partner_id, person_id) REFERENCES rewards_person (partner_id, id)
) STRICT, WITHOUT ROWID
--;
CREATE TABLE rewards_second_factor (
  created_at TEXT NOT NULL,
  confirmed_at TEXT,
  last_step INTEGER,
  partner_id BLOB NOT NULL,
  person_id BLOB NOT NULL,
  secret TEXT NOT NULL,
  PRIMARY KEY (partner_id, person_id),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_second_factor_confirmed CHECK ((confirmed_at IS NULL) = (last_step IS NULL))
) STRICT
--;
CREATE TABLE rewards_recovery_code (
  partner_id BLOB NOT NULL,
  person_id BLOB NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (partner_id, person_id, hash),
  FOREIGN KEY (partner_id, person_id) REFERENCES rewards_second_factor (partner_id, person_id)
) STRICT
--;
CREATE TABLE rewards_secrets_key (
  created_at TEXT NOT NULL,
  name TEXT NOT NULL,
  key TEXT NOT NULL,
  PRIMARY KEY (name),
  CONSTRAINT rewards_secrets_key_one CHECK (name = 'made')
) STRICT
--;
CREATE TABLE rewards_application (
  created_at TEXT NOT NULL,
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  ecosystem TEXT NOT NULL,
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
  ordered_by INTEGER,
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  key TEXT NOT NULL,
  hash TEXT NOT NULL,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  FOREIGN KEY (partner_id, ordered_by) REFERENCES rewards_orderer (partner_id, number)
) STRICT
--;
CREATE TABLE rewards_token (
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  last_used_at TEXT NOT NULL,
  partner_id BLOB NOT NULL,
  id BLOB NOT NULL,
  person_id BLOB,
  api_key_id BLOB,
  test_of BLOB,
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
  data TEXT NOT NULL,
  PRIMARY KEY (partner_id, member_id),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id) DEFERRABLE INITIALLY DEFERRED
) STRICT
--;
CREATE TABLE rewards_member_name (
  partner_id BLOB NOT NULL,
  member_id BLOB NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (partner_id, member_id, name),
  FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member_data (partner_id, member_id) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID
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
  PRIMARY KEY (partner_id, user_id, scope, name),
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
CREATE TABLE rewards_test_side (
  created_at TEXT NOT NULL,
  retired_at TEXT,
  partner_id BLOB NOT NULL,
  live_id BLOB NOT NULL,
  PRIMARY KEY (partner_id),
  FOREIGN KEY (partner_id) REFERENCES rewards_partner (id),
  CONSTRAINT rewards_test_side_other CHECK (partner_id <> live_id)
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
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (-180000, 15, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A0B', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A00', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A01', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A02', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A03', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A04', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A05', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A06', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A07', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A08', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A09', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A0A', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A0C', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A0D', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A0E', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A0F', NULL, 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A40', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A41', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A42', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A43', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A44', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A45', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A46', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A47', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A48', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A49', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A4A', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A4B', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A4C', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A4D', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A4E', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A4F', NULL, 'expired')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A80', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A81', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A82', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A83', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A84', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A85', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A86', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A87', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A88', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A89', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A8A', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A8C', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A8D', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A8E', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A8F', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (120000, 10, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807010AEC25ACA11FDFFD7', NULL, 'wallet')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (15000, 3, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A8B', NULL, 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (20000, 7, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700F919A6B2C10A20F94', NULL, 'wallet')
--;
INSERT INTO rewards_account (balance, version, created_at, next_due, closed_at, partner_id, id, owner, kind) VALUES (25000, 1, '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA8070188BEF5138D4909287', NULL, 'wallet')
--;
INSERT INTO rewards_activity (created_at, occurred_at, number, ordered_by, partner_id, id, member_id, type, outcomes) VALUES ('2026-10-20T09:00:00.000Z', '2026-10-20T09:00:00.000Z', 1, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80701AB63650F0C7714885', X'01A15889FA80700F919A6B2C10A20F94', 'order.placed', '[["01a15889-fa80-700e-93cc-1c5771c2f30d","order",[["member.attributes.level","equals","gold",1]],true,20000,null]]')
--;
INSERT INTO rewards_activity (created_at, occurred_at, number, ordered_by, partner_id, id, member_id, type, outcomes) VALUES ('2026-10-20T09:00:00.000Z', '2026-10-20T09:00:00.000Z', 1, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80701CB473DF759C23E808', X'01A15889FA807010AEC25ACA11FDFFD7', 'order.placed', '[["01a15889-fa80-700e-93cc-1c5771c2f30d","order",[["member.attributes.level","equals","gold",0]]]]')
--;
INSERT INTO rewards_activity (created_at, occurred_at, number, ordered_by, partner_id, id, member_id, type, outcomes) VALUES ('2026-10-20T09:00:00.000Z', '2026-10-20T09:00:00.000Z', 2, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80701E851DD813777C26F6', X'01A15889FA80700F919A6B2C10A20F94', 'order.placed', '[["01a15889-fa80-700e-93cc-1c5771c2f30d","order",[["member.attributes.level","equals","gold",1]],true,20000,null]]')
--;
INSERT INTO rewards_activity_count (count, partner_id, member_id, type) VALUES (1, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807010AEC25ACA11FDFFD7', 'order.placed')
--;
INSERT INTO rewards_activity_count (count, partner_id, member_id, type) VALUES (2, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700F919A6B2C10A20F94', 'order.placed')
--;
INSERT INTO rewards_adjustment (partner_id, id, reason) VALUES (X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A807008AEA0A239DCB85A03', 'goodwill')
--;
INSERT INTO rewards_adjustment (partner_id, id, reason) VALUES (X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A80700983018CDAEFCE07AF', 'goodwill')
--;
INSERT INTO rewards_api_key (created_at, last_used_at, revoked_at, ordered_by, partner_id, id, key, hash, name, scopes) VALUES ('2026-10-20T09:00:00.000Z', NULL, NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807004A580834607EB87B1', 'rk_01a15889fa80700085bbed0357ab6ab015a62c395dd05f281d4fae164d042443', 'DExEGCq4YFGvF4y-Kz6bZP91g0VA9HysifDqiom_Hiw', 'till', 'awards:write read')
--;
INSERT INTO rewards_application (created_at, partner_id, id, ecosystem, client_id, name, redirect_url, web_redirect_url, mobile_redirect_url, user_details_url) VALUES ('2026-10-20T09:00:00.000Z', X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807001A44F9EBEF82C45EA', 'demo', '01a15889fa80700085bbed0357ab6ab06d19cf870b7ce76f4dc2a4350e75176d', 'Corner Shop', 'https://shop.example/return', NULL, NULL, 'https://shop.example/users')
--;
INSERT INTO rewards_attribute (partner_id, member_id, name, value) VALUES (X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700F919A6B2C10A20F94', 'age', '41')
--;
INSERT INTO rewards_attribute (partner_id, member_id, name, value) VALUES (X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700F919A6B2C10A20F94', 'level', '"gold"')
--;
INSERT INTO rewards_attribute (partner_id, member_id, name, value) VALUES (X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700F919A6B2C10A20F94', 'vip', 'true')
--;
INSERT INTO rewards_audit (created_at, expires_at, id, partner_id, user_id, action, outcome, actor, address, detail) VALUES ('2026-10-20T09:00:00.000Z', NULL, X'01A15889FA807003BF6344839B1EA993', X'01A15889FA80700085BBED0357AB6AB0', NULL, 'partner.onboard', 'done', 'ops@shop.example', NULL, NULL)
--;
INSERT INTO rewards_audit (created_at, expires_at, id, partner_id, user_id, action, outcome, actor, address, detail) VALUES ('2026-10-20T09:00:00.000Z', NULL, X'01A15889FA807005A805864CBD110519', X'01A15889FA80700085BBED0357AB6AB0', NULL, 'key.create', 'done', 'ops@shop.example', NULL, 'rk_01a15889fa80700085bbed0357ab6ab015a62c395dd05f281d4fae164d042443 till: awards:write read')
--;
INSERT INTO rewards_audit (created_at, expires_at, id, partner_id, user_id, action, outcome, actor, address, detail) VALUES ('2026-10-20T09:00:00.000Z', NULL, X'01A15889FA807008BF6358A9C27FB964', NULL, X'01A15889FA807006B771862D67FFB293', 'user.create', 'done', 'ada@mail.example', NULL, NULL)
--;
INSERT INTO rewards_audit (created_at, expires_at, id, partner_id, user_id, action, outcome, actor, address, detail) VALUES ('2026-11-09T09:00:00.000Z', NULL, X'01A1BF892A807011A4C0AD4DB674D485', X'01A15889FA80700085BBED0357AB6AB0', NULL, 'webhook.create', 'done', 'ops@shop.example', NULL, '01a1bf89-2a80-7010-8c5d-f78e80ddbfe0 to shop.example')
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', 300000, 0, 0, 1, NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807020AC4BCDA2F49129B5', X'01A15889FA80700E93CC1C5771C2F30D', X'01A15889FA807010AEC25ACA11FDFFD7', NULL, 1, NULL)
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', 455000, 0, 0, 1, NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80701BB83A15C11425B12C', X'01A15889FA80700E93CC1C5771C2F30D', X'01A15889FA80700F919A6B2C10A20F94', X'01A15889FA80701AB63650F0C7714885', 1, NULL)
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', 455000, 1, 0, 1, NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80701F9601AB251BEDC35E', X'01A15889FA80700E93CC1C5771C2F30D', X'01A15889FA80700F919A6B2C10A20F94', X'01A15889FA80701E851DD813777C26F6', 1, NULL)
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', NULL, 0, 0, NULL, 20746, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807011B95D6A7C978D9F3E', X'01A15889FA80700983AC6191DBB47813', X'01A15889FA80700F919A6B2C10A20F94', NULL, 1, NULL)
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', NULL, 0, 0, NULL, 20746, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807015A57FC3F1B752E780', X'01A15889FA80700983AC6191DBB47813', X'01A15889FA807010AEC25ACA11FDFFD7', NULL, 1, NULL)
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', NULL, 0, 0, NULL, 20746, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA8070199914C29AB2895636', X'01A15889FA80700983AC6191DBB47813', X'01A15889FA8070188BEF5138D4909287', NULL, 1, NULL)
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', NULL, 0, 0, NULL, NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807012AD41C77D487601C0', X'01A15889FA80700A83B1CAD1459CE246', X'01A15889FA80700F919A6B2C10A20F94', NULL, 0, NULL)
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', NULL, 0, 0, NULL, NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80701390D6C22AFFFEDDAC', X'01A15889FA80700A83B1CAD1459CE246', X'01A15889FA80700F919A6B2C10A20F94', NULL, 0, NULL)
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', NULL, 0, 0, NULL, NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807017B487E1B256A299AB', X'01A15889FA80700B85F1DEEB47D58291', X'01A15889FA807010AEC25ACA11FDFFD7', NULL, 1, NULL)
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', NULL, 0, 1, NULL, NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807014AEC849D9311C180D', X'01A15889FA80700B85F1DEEB47D58291', X'01A15889FA80700F919A6B2C10A20F94', NULL, 0, NULL)
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', NULL, 1, 0, NULL, 20746, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA8070169892AA7E78A6CF34', X'01A15889FA80700983AC6191DBB47813', X'01A15889FA807010AEC25ACA11FDFFD7', NULL, 1, NULL)
--;
INSERT INTO rewards_award (created_at, amount, cycle, ordinal, rate, local_day, ordered_by, partner_id, id, rule_id, member_id, activity_id, awarded, suppressed_by) VALUES ('2026-11-09T09:00:00.000Z', NULL, 2, 0, NULL, 20766, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A8070008AA28621D7403E58', X'01A15889FA80700983AC6191DBB47813', X'01A15889FA807010AEC25ACA11FDFFD7', NULL, 1, NULL)
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status, activity, criteria) VALUES (0, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700983AC6191DBB47813', X'01A15889FA80700983AC6191DBB47813', 'visit', 'as agreed', 'active', NULL, NULL)
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status, activity, criteria) VALUES (0, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700A83B1CAD1459CE246', X'01A15889FA80700A83B1CAD1459CE246', 'stamps', 'as agreed', 'active', NULL, NULL)
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status, activity, criteria) VALUES (0, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700B85F1DEEB47D58291', X'01A15889FA80700B85F1DEEB47D58291', 'complete', '', 'active', NULL, NULL)
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status, activity, criteria) VALUES (0, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700E93CC1C5771C2F30D', X'01A15889FA80700E93CC1C5771C2F30D', 'order', 'as agreed', 'active', 'order.placed', '{"conditions":{"field":"member.attributes.level","is":"equals","value":"gold"},"amount":"data.total"}')
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status, activity, criteria) VALUES (1, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700B85F1DEEB47D58291', X'01A15889FA80700C864431D879ACA231', 'profile', 'has a profile', 'active', NULL, NULL)
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status, activity, criteria) VALUES (2, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700B85F1DEEB47D58291', X'01A15889FA80700DA32D0C77104FB649', 'photo', 'has a photo', 'active', NULL, NULL)
--;
INSERT INTO rewards_day (awards, earned, reversals, reversed, transfers, spent, refunds, refunded, adjustments, credited, debited, expired, unexpired, day, partner_id) VALUES (1, 25000, 3, 55000, 2, 55000, 1, 40000, 3, 60000, 30000, 0, 0, 20766, X'01A15889FA80700085BBED0357AB6AB0')
--;
INSERT INTO rewards_day (awards, earned, reversals, reversed, transfers, spent, refunds, refunded, adjustments, credited, debited, expired, unexpired, day, partner_id) VALUES (8, 180000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20746, X'01A15889FA80700085BBED0357AB6AB0')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807000AD0D210AB8F31AB6', 'rule.created', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7009-83ac-6191dbb47813","partnerId":"01a15889-fa80-7000-85bb-ed0357ab6ab0","name":"visit","coinValue":"2.5","unit":null,"maxCoins":null,"maxNumberOfParticipant":3,"participants":0,"userLimitAward":-1,"condition":"as agreed","status":"active","archived":false,"terms":{"_tag":"Single"},"when":null,"limits":[{"per":"member","period":"day","awards":2},{"per":"rule","period":"ever","coins":"100"}],"timeZone":"Europe/Berlin","startsAt":null,"endsAt":null,"atLimit":"reject","pendingDays":null,"coinsExpire":null,"createdAt":"2026-10-20T09:00:00.000Z","updatedAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA8070019B25308F39E44536', 'rule.created', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-700a-83b1-cad1459ce246","partnerId":"01a15889-fa80-7000-85bb-ed0357ab6ab0","name":"stamps","coinValue":"2.5","unit":null,"maxCoins":null,"maxNumberOfParticipant":3,"participants":0,"userLimitAward":-1,"condition":"as agreed","status":"active","archived":false,"terms":{"_tag":"Batched","completionNumber":3},"when":null,"limits":[],"timeZone":"UTC","startsAt":null,"endsAt":null,"atLimit":"reject","pendingDays":null,"coinsExpire":null,"createdAt":"2026-10-20T09:00:00.000Z","updatedAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700280893229CE14B47A', 'rule.created', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-700b-85f1-deeb47d58291","partnerId":"01a15889-fa80-7000-85bb-ed0357ab6ab0","name":"complete","coinValue":"2.5","unit":null,"maxCoins":null,"maxNumberOfParticipant":3,"participants":0,"userLimitAward":1,"condition":"","status":"active","archived":false,"terms":{"_tag":"Combined","subRules":[{"id":"01a15889-fa80-700c-8644-31d879aca231","name":"profile","condition":"has a profile","status":"active","when":null},{"id":"01a15889-fa80-700d-a32d-0c77104fb649","name":"photo","condition":"has a photo","status":"active","when":null}]},"when":null,"limits":[],"timeZone":"UTC","startsAt":null,"endsAt":null,"atLimit":"reject","pendingDays":null,"coinsExpire":null,"createdAt":"2026-10-20T09:00:00.000Z","updatedAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700392D5EDBB011F2328', 'rule.created', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-700e-93cc-1c5771c2f30d","partnerId":"01a15889-fa80-7000-85bb-ed0357ab6ab0","name":"order","coinValue":"0.5","unit":"10","maxCoins":"20","maxNumberOfParticipant":3,"participants":0,"userLimitAward":-1,"condition":"as agreed","status":"active","archived":false,"terms":{"_tag":"Single"},"when":{"activity":"order.placed","conditions":{"field":"member.attributes.level","is":"equals","value":"gold"},"amount":"data.total"},"limits":[],"timeZone":"UTC","startsAt":null,"endsAt":null,"atLimit":"reject","pendingDays":null,"coinsExpire":null,"createdAt":"2026-10-20T09:00:00.000Z","updatedAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700490BA2CC3471FBFDC', 'member.onboarded', '2026-10-20T09:00:00.000Z', NULL, '{"memberId":"01a15889-fa80-700f-919a-6b2c10a20f94","userId":"bob","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807005948710E1BE73ACE8', 'member.onboarded', '2026-10-20T09:00:00.000Z', NULL, '{"memberId":"01a15889-fa80-7010-aec2-5aca11fdffd7","userId":"cleo","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA8070069A7EB939ED899CFB', 'award.paid', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7011-b95d-6a7c978d9f3e","ruleId":"01a15889-fa80-7009-83ac-6191dbb47813","ruleName":"visit","userId":"bob","awarded":true,"coins":"2.5","amount":null,"suppressedBy":null,"activityId":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807007BEBA6A880A078113', 'award.counted', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7012-ad41-c77d487601c0","ruleId":"01a15889-fa80-700a-83b1-cad1459ce246","ruleName":"stamps","userId":"bob","awarded":false,"coins":"0","amount":null,"suppressedBy":null,"activityId":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807008BF876BF49F48D2D8', 'award.counted', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7013-90d6-c22afffeddac","ruleId":"01a15889-fa80-700a-83b1-cad1459ce246","ruleName":"stamps","userId":"bob","awarded":false,"coins":"0","amount":null,"suppressedBy":null,"activityId":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807009AFC905EEBBC04309', 'award.counted', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7014-aec8-49d9311c180d","ruleId":"01a15889-fa80-700c-8644-31d879aca231","ruleName":"profile","userId":"bob","awarded":false,"coins":"0","amount":null,"suppressedBy":null,"activityId":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700AABD3AFD0FDB2D30F', 'award.paid', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7015-a57f-c3f1b752e780","ruleId":"01a15889-fa80-7009-83ac-6191dbb47813","ruleName":"visit","userId":"cleo","awarded":true,"coins":"2.5","amount":null,"suppressedBy":null,"activityId":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700BA58BEF34BA7CC690', 'award.paid', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7016-9892-aa7e78a6cf34","ruleId":"01a15889-fa80-7009-83ac-6191dbb47813","ruleName":"visit","userId":"cleo","awarded":true,"coins":"2.5","amount":null,"suppressedBy":null,"activityId":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700C8B364F103BB26A14', 'award.paid', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7017-b487-e1b256a299ab","ruleId":"01a15889-fa80-700b-85f1-deeb47d58291","ruleName":"complete","userId":"cleo","awarded":true,"coins":"2.5","amount":null,"suppressedBy":null,"activityId":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700DB0C5ACA329193B63', 'member.onboarded', '2026-10-20T09:00:00.000Z', NULL, '{"memberId":"01a15889-fa80-7018-8bef-5138d4909287","userId":"01a15889-fa80-7006-b771-862d67ffb293","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700EB5F2F1916DA2D04A', 'award.paid', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7019-9914-c29ab2895636","ruleId":"01a15889-fa80-7009-83ac-6191dbb47813","ruleName":"visit","userId":"01a15889-fa80-7006-b771-862d67ffb293","awarded":true,"coins":"2.5","amount":null,"suppressedBy":null,"activityId":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700FB43CEF91B2B18F63', 'rule.exhausted', '2026-10-20T09:00:00.000Z', NULL, '{"ruleId":"01a15889-fa80-7009-83ac-6191dbb47813","ruleName":"visit","measure":"participants","used":"3","max":"3"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807010A94AF81DCD3823F2', 'activity.recorded', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-701a-b636-50f0c7714885","memberId":"01a15889-fa80-700f-919a-6b2c10a20f94","userId":"bob","type":"order.placed","occurredAt":"2026-10-20T09:00:00.000Z","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80701181A7A5949950745E', 'award.paid', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-701b-b83a-15c11425b12c","ruleId":"01a15889-fa80-700e-93cc-1c5771c2f30d","ruleName":"order","userId":"bob","awarded":true,"coins":"2","amount":"45.5","suppressedBy":null,"activityId":"01a15889-fa80-701a-b636-50f0c7714885","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80701287D0B8FE3E3B3AFA', 'activity.recorded', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-701c-b473-df759c23e808","memberId":"01a15889-fa80-7010-aec2-5aca11fdffd7","userId":"cleo","type":"order.placed","occurredAt":"2026-10-20T09:00:00.000Z","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA8070138E77C5C9C10B6C27', 'activity.recorded', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-701e-851d-d813777c26f6","memberId":"01a15889-fa80-700f-919a-6b2c10a20f94","userId":"bob","type":"order.placed","occurredAt":"2026-10-20T09:00:00.000Z","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA8070148F025238F325DD09', 'award.paid', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-701f-9601-ab251bedc35e","ruleId":"01a15889-fa80-700e-93cc-1c5771c2f30d","ruleName":"order","userId":"bob","awarded":true,"coins":"2","amount":"45.5","suppressedBy":null,"activityId":"01a15889-fa80-701e-851d-d813777c26f6","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807015BA796810D5EAD3B6', 'award.paid', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7020-ac4b-cda2f49129b5","ruleId":"01a15889-fa80-700e-93cc-1c5771c2f30d","ruleName":"order","userId":"cleo","awarded":true,"coins":"1.5","amount":"30","suppressedBy":null,"activityId":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A80700090D8EFE16EE7AADF', 'award.paid', '2026-11-09T09:00:00.000Z', NULL, '{"id":"01a1bf89-2a80-7000-8aa2-8621d7403e58","ruleId":"01a15889-fa80-7009-83ac-6191dbb47813","ruleName":"visit","userId":"cleo","awarded":true,"coins":"2.5","amount":null,"suppressedBy":null,"activityId":null,"createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A8070019C28C1F0405E6E18', 'award.reversed', '2026-11-09T09:00:00.000Z', NULL, '{"award":{"id":"01a15889-fa80-7011-b95d-6a7c978d9f3e","ruleId":"01a15889-fa80-7009-83ac-6191dbb47813","ruleName":"visit","userId":"bob","awarded":true,"coins":"2.5","amount":null,"suppressedBy":null,"activityId":null,"createdAt":"2026-10-20T09:00:00.000Z"},"coinsLeft":"0","amountLeft":null,"reversal":{"id":"01a1bf89-2a80-7001-a9a6-e01540444ecd","coins":"2.5","createdAt":"2026-11-09T09:00:00.000Z"}}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A8070029E63318FBF92A86A', 'award.reversed', '2026-11-09T09:00:00.000Z', NULL, '{"award":{"id":"01a15889-fa80-7020-ac4b-cda2f49129b5","ruleId":"01a15889-fa80-700e-93cc-1c5771c2f30d","ruleName":"order","userId":"cleo","awarded":true,"coins":"1.5","amount":"30","suppressedBy":null,"activityId":null,"createdAt":"2026-10-20T09:00:00.000Z"},"coinsLeft":"0.5","amountLeft":"15","reversal":{"id":"01a1bf89-2a80-7003-807c-556797ed4943","coins":"1","createdAt":"2026-11-09T09:00:00.000Z"}}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A807003A8F35D81CA59EDD2', 'award.reversed', '2026-11-09T09:00:00.000Z', NULL, '{"award":{"id":"01a15889-fa80-701f-9601-ab251bedc35e","ruleId":"01a15889-fa80-700e-93cc-1c5771c2f30d","ruleName":"order","userId":"bob","awarded":true,"coins":"2","amount":"45.5","suppressedBy":null,"activityId":"01a15889-fa80-701e-851d-d813777c26f6","createdAt":"2026-10-20T09:00:00.000Z"},"coinsLeft":"0","amountLeft":"0","reversal":{"id":"01a1bf89-2a80-7006-9ea3-66864b6a4e1e","coins":"2","createdAt":"2026-11-09T09:00:00.000Z"}}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A807004A2813EC3E5AAC31F', 'activity.reversed', '2026-11-09T09:00:00.000Z', NULL, '{"id":"01a1bf89-2a80-7005-b0f3-83875320a3eb","activityId":"01a15889-fa80-701e-851d-d813777c26f6","memberId":"01a15889-fa80-700f-919a-6b2c10a20f94","userId":"bob","coins":"2","createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A807005BDBCD12F538762D4', 'coins.adjusted', '2026-11-09T09:00:00.000Z', NULL, '{"id":"01a1bf89-2a80-7008-aea0-a239dcb85a03","memberId":"01a15889-fa80-700f-919a-6b2c10a20f94","userId":"bob","coins":"3","debitOrCredit":"CR","points":false,"balance":"5","createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A807006845C2AC3863F371D', 'coins.adjusted', '2026-11-09T09:00:00.000Z', NULL, '{"id":"01a1bf89-2a80-7009-8301-8cdaefce07af","memberId":"01a15889-fa80-7010-aec2-5aca11fdffd7","userId":"cleo","coins":"3","debitOrCredit":"CR","points":true,"balance":"13.5","createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A80700783D1E18043489B1B', 'coins.adjustment_reversed', '2026-11-09T09:00:00.000Z', NULL, '{"id":"01a1bf89-2a80-700a-b7ed-e98722076294","memberId":"01a15889-fa80-700f-919a-6b2c10a20f94","userId":"bob","coins":"3","debitOrCredit":"CR","balance":"2","createdAt":"2026-11-09T09:00:00.000Z","adjustmentId":"01a1bf89-2a80-7008-aea0-a239dcb85a03"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A807008B3D1449DF6713A2B', 'coins.transferred', '2026-11-09T09:00:00.000Z', NULL, '{"id":"01a1bf89-2a80-700c-abd3-629067458481","memberId":"01a15889-fa80-7010-aec2-5aca11fdffd7","userId":"cleo","coins":"4","balance":"9.5","createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A807009A7295811FFAB0797', 'coins.refunded', '2026-11-09T09:00:00.000Z', NULL, '{"id":"01a1bf89-2a80-700d-b32f-6cde4c74809f","transactionId":"01a1bf89-2a80-700c-abd3-629067458481","memberId":"01a15889-fa80-7010-aec2-5aca11fdffd7","userId":"cleo","coins":"4","createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (ordered_by, partner_id, id, type, created_at, request_id, data) VALUES (NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A80700ABC10A05C89607C8E', 'coins.transferred', '2026-11-09T09:00:00.000Z', NULL, '{"id":"01a1bf89-2a80-700f-8fbe-e21e2690c69d","memberId":"01a15889-fa80-7010-aec2-5aca11fdffd7","userId":"cleo","coins":"1.5","balance":"12","createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_feed (partner_id, last_event, read_at, subscriptions) VALUES (X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A80700ABC10A05C89607C8E', '2026-11-09T09:00:00.000Z', 1)
--;
INSERT INTO rewards_fold (version, partner_id, account_id) VALUES (0, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A00')
--;
INSERT INTO rewards_fold (version, partner_id, account_id) VALUES (15, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A0B')
--;
INSERT INTO rewards_fold (version, partner_id, account_id) VALUES (3, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80800085BBED0357AB6A8B')
--;
INSERT INTO rewards_idempotency (partner_id, record_id, fingerprint, record_ids, key, answer) VALUES (X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807011B95D6A7C978D9F3E', X'7CC26F69B6C7E0D8B2612262226920D1', NULL, X'3E8EE09F0F7BE390439CDE9C6DD121CF', NULL)
--;
INSERT INTO rewards_idempotency (partner_id, record_id, fingerprint, record_ids, key, answer) VALUES (X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80701AB63650F0C7714885', X'B91E8F5DCF5FB514DD06659D3302D51F', NULL, X'5809E0A554E034CAB997A355607CE680', NULL)
--;
INSERT INTO rewards_idempotency (partner_id, record_id, fingerprint, record_ids, key, answer) VALUES (X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A80700CABD3629067458481', X'F2F9E44B774E176178905D084A120109', NULL, X'568E6CADCA4E9133507AC3E71337FA53', NULL)
--;
INSERT INTO rewards_mail (attempts, created_at, expires_at, due_at, sent_at, id, recipient, subject, body, html, error) VALUES (0, '2026-10-20T09:00:00.000Z', '2026-10-20T09:10:00.000Z', '2026-10-20T09:00:00.000Z', NULL, X'01A15889FA8070078D3BC6DF50C72FDB', 'ada@mail.example', 'Your verification code', 'Hello Ada Lovelace,

This code confirms your e-mail address:

    483421

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
<p class="code" style="margin:0 0 16px;padding:16px 12px;border:1px solid #d5ddd9;border-radius:8px;background:#f4f6f3;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:32px;font-weight:700;letter-spacing:6px;line-height:1.2;text-align:center;color:#16211b;-webkit-user-select:all;user-select:all">483421</p>
<p class="ink" style="margin:0 0 16px;overflow-wrap:anywhere;color:#16211b">It is valid for 10 minutes and works once. We will never ask you for it.</p>
<p class="ink" style="margin:0 0 16px;overflow-wrap:anywhere;color:#16211b">If you did not create an account, ignore this mail: nothing will happen.</p>
</div>
<p class="faint" style="max-width:520px;margin:16px auto 0;font-size:13px;text-align:center;color:#55635b">Laurel Rewards</p>
</div>
</body>
</html>
', NULL)
--;
INSERT INTO rewards_member (created_at, ordered_by, partner_id, id, current_id, user_id) VALUES ('2026-10-20T09:00:00.000Z', NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700F919A6B2C10A20F94', X'01A15889FA80700F919A6B2C10A20F94', 'bob')
--;
INSERT INTO rewards_member (created_at, ordered_by, partner_id, id, current_id, user_id) VALUES ('2026-10-20T09:00:00.000Z', NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807010AEC25ACA11FDFFD7', X'01A15889FA807010AEC25ACA11FDFFD7', 'cleo')
--;
INSERT INTO rewards_member (created_at, ordered_by, partner_id, id, current_id, user_id) VALUES ('2026-10-20T09:00:00.000Z', NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA8070188BEF5138D4909287', X'01A15889FA8070188BEF5138D4909287', '01a15889-fa80-7006-b771-862d67ffb293')
--;
INSERT INTO rewards_member_id (partner_id, member_id, linked, user_id) VALUES (X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700F919A6B2C10A20F94', 0, 'bob')
--;
INSERT INTO rewards_member_id (partner_id, member_id, linked, user_id) VALUES (X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807010AEC25ACA11FDFFD7', 0, 'cleo')
--;
INSERT INTO rewards_member_id (partner_id, member_id, linked, user_id) VALUES (X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA8070188BEF5138D4909287', 0, '01a15889-fa80-7006-b771-862d67ffb293')
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
INSERT INTO rewards_otp (issued, tries, window_at, expires_at, user_id, hash) VALUES (1, 0, '2026-10-20T09:00:00.000Z', '2026-10-20T09:10:00.000Z', X'01A15889FA807006B771862D67FFB293', 'QlEenIuu7vs3fAVJGNosVHj6ja6lQW1Pgp0C-NVxuUg')
--;
INSERT INTO rewards_partner (created_at, retired_at, approve_above, clock_offset, id, expiry_notice, remember_erased, name, reference) VALUES ('2026-10-20T09:00:00.000Z', NULL, NULL, 0, X'01A15889FA80700085BBED0357AB6AB0', 30, 1, 'Corner Shop Ltd', NULL)
--;
INSERT INTO rewards_person (created_at, updated_at, invite_expires_at, alerts_due_at, partner_id, id, alert_mails, role, ecosystem, email, password_hash, invite_hash) VALUES ('2026-10-20T09:00:00.000Z', '2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807002A9AC9465D9BF3227', 0, 'owner', 'demo', 'ops@shop.example', '$argon2id$v=19$m=19456,t=2,p=1$+/OXmF3VS+FW6eY6agXkzQ$kiOq1RQXWE5tI4I/AwlXTXOEl6qtRBPBB654OQ8jNDo', NULL)
--;
INSERT INTO rewards_reversal (returned, paid, returned_amount, created_at, number, ordered_by, partner_id, id, award_id, transfer_id, activity_id, activity_reversal_id, expired_id) VALUES (10000, 15000, 150000, '2026-11-09T09:00:00.000Z', 1, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A807003807C556797ED4943', X'01A15889FA807020AC4BCDA2F49129B5', NULL, NULL, NULL, NULL)
--;
INSERT INTO rewards_reversal (returned, paid, returned_amount, created_at, number, ordered_by, partner_id, id, award_id, transfer_id, activity_id, activity_reversal_id, expired_id) VALUES (20000, 20000, 455000, '2026-11-09T09:00:00.000Z', 1, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A8070069EA366864B6A4E1E', X'01A15889FA80701F9601AB251BEDC35E', NULL, NULL, X'01A1BF892A807005B0F383875320A3EB', NULL)
--;
INSERT INTO rewards_reversal (returned, paid, returned_amount, created_at, number, ordered_by, partner_id, id, award_id, transfer_id, activity_id, activity_reversal_id, expired_id) VALUES (20000, 20000, NULL, '2026-11-09T09:00:00.000Z', 1, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A807005B0F383875320A3EB', NULL, NULL, X'01A15889FA80701E851DD813777C26F6', NULL, NULL)
--;
INSERT INTO rewards_reversal (returned, paid, returned_amount, created_at, number, ordered_by, partner_id, id, award_id, transfer_id, activity_id, activity_reversal_id, expired_id) VALUES (25000, 25000, NULL, '2026-11-09T09:00:00.000Z', 1, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A807001A9A6E01540444ECD', X'01A15889FA807011B95D6A7C978D9F3E', NULL, NULL, NULL, NULL)
--;
INSERT INTO rewards_reversal (returned, paid, returned_amount, created_at, number, ordered_by, partner_id, id, award_id, transfer_id, activity_id, activity_reversal_id, expired_id) VALUES (30000, 30000, NULL, '2026-11-09T09:00:00.000Z', 1, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A80700AB7EDE98722076294', NULL, X'01A1BF892A807008AEA0A239DCB85A03', NULL, NULL, NULL)
--;
INSERT INTO rewards_reversal (returned, paid, returned_amount, created_at, number, ordered_by, partner_id, id, award_id, transfer_id, activity_id, activity_reversal_id, expired_id) VALUES (40000, 40000, NULL, '2026-11-09T09:00:00.000Z', 1, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A80700DB32F6CDE4C74809F', NULL, X'01A1BF892A80700CABD3629067458481', NULL, NULL, NULL)
--;
INSERT INTO rewards_rule (coin_value, unit, max_coins, max_number_of_participant, participants, user_limit_award, completion_number, created_at, updated_at, starts_at, ends_at, counted_until, generation, rate, pending_days, ordered_by, changed_by, partner_id, id, archived, type, at_limit, time_zone, limits, coins_expire) VALUES (25000, NULL, NULL, 3, 0, NULL, 3, '2026-10-20T09:00:00.000Z', '2026-10-20T09:00:00.000Z', NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700A83B1CAD1459CE246', 0, 'batched', 'reject', 'UTC', NULL, NULL)
--;
INSERT INTO rewards_rule (coin_value, unit, max_coins, max_number_of_participant, participants, user_limit_award, completion_number, created_at, updated_at, starts_at, ends_at, counted_until, generation, rate, pending_days, ordered_by, changed_by, partner_id, id, archived, type, at_limit, time_zone, limits, coins_expire) VALUES (25000, NULL, NULL, 3, 1, 1, NULL, '2026-10-20T09:00:00.000Z', '2026-10-20T09:00:00.000Z', NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700B85F1DEEB47D58291', 0, 'combined', 'reject', 'UTC', NULL, NULL)
--;
INSERT INTO rewards_rule (coin_value, unit, max_coins, max_number_of_participant, participants, user_limit_award, completion_number, created_at, updated_at, starts_at, ends_at, counted_until, generation, rate, pending_days, ordered_by, changed_by, partner_id, id, archived, type, at_limit, time_zone, limits, coins_expire) VALUES (25000, NULL, NULL, 3, 2, NULL, NULL, '2026-10-20T09:00:00.000Z', '2026-10-20T09:00:00.000Z', NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700983AC6191DBB47813', 0, 'single', 'reject', 'Europe/Berlin', '[{"per":"member","period":"day","awards":2},{"per":"rule","period":"ever","coins":"100"}]', NULL)
--;
INSERT INTO rewards_rule (coin_value, unit, max_coins, max_number_of_participant, participants, user_limit_award, completion_number, created_at, updated_at, starts_at, ends_at, counted_until, generation, rate, pending_days, ordered_by, changed_by, partner_id, id, archived, type, at_limit, time_zone, limits, coins_expire) VALUES (5000, 100000, 200000, 3, 2, NULL, NULL, '2026-10-20T09:00:00.000Z', '2026-10-20T09:00:00.000Z', NULL, NULL, NULL, 0, 1, NULL, NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700E93CC1C5771C2F30D', 0, 'single', 'reject', 'UTC', NULL, NULL)
--;
INSERT INTO rewards_rule_day (awards, coins, reversed, day, local_day, partner_id, rule_id) VALUES (1, 25000, 0, 20746, 20746, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700B85F1DEEB47D58291')
--;
INSERT INTO rewards_rule_day (awards, coins, reversed, day, local_day, partner_id, rule_id) VALUES (1, 25000, 0, 20766, 20766, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700983AC6191DBB47813')
--;
INSERT INTO rewards_rule_day (awards, coins, reversed, day, local_day, partner_id, rule_id) VALUES (3, 55000, 30000, 20746, 20746, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700E93CC1C5771C2F30D')
--;
INSERT INTO rewards_rule_day (awards, coins, reversed, day, local_day, partner_id, rule_id) VALUES (4, 100000, 25000, 20746, 20746, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700983AC6191DBB47813')
--;
INSERT INTO rewards_rule_rate (unit, coin_value, max_coins, number, partner_id, rule_id) VALUES (100000, 5000, 200000, 1, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700E93CC1C5771C2F30D')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 1, 1, X'01A15889FA80700085BBED0357AB6AB0', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 1, 2, X'01A15889FA80700085BBED0357AB6AB0', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 1, 3, X'01A15889FA80700085BBED0357AB6AB0', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 48646, 1, X'01A15889FA80700085BBED0357AB6AB0', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 48646, 2, X'01A15889FA80700085BBED0357AB6AB0', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 48646, 3, X'01A15889FA80700085BBED0357AB6AB0', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 48647, 1, X'01A15889FA80700085BBED0357AB6AB0', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 48647, 2, X'01A15889FA80700085BBED0357AB6AB0', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 48647, 3, X'01A15889FA80700085BBED0357AB6AB0', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (3, 0, 1, X'01A15889FA80700085BBED0357AB6AB0', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (3, 0, 2, X'01A15889FA80700085BBED0357AB6AB0', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (3, 0, 3, X'01A15889FA80700085BBED0357AB6AB0', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (3, 48644, 1, X'01A15889FA80700085BBED0357AB6AB0', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (3, 48644, 2, X'01A15889FA80700085BBED0357AB6AB0', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (3, 48644, 3, X'01A15889FA80700085BBED0357AB6AB0', X'')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (135000, 1794214800000, 0, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807010AEC25ACA11FDFFD7')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (15000, 1794214800000, 1, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807010AEC25ACA11FDFFD7')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (15000, 1794214800000, 48647, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807010AEC25ACA11FDFFD7')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (20000, 1794214800000, 0, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700F919A6B2C10A20F94')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (20000, 1794214800000, 48644, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700F919A6B2C10A20F94')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (25000, 1792486800000, 0, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA8070188BEF5138D4909287')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (25000, 1792486800000, 48644, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA8070188BEF5138D4909287')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (55000, 1794214800000, 48646, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807010AEC25ACA11FDFFD7')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (80000, 1794214800000, 48644, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807010AEC25ACA11FDFFD7')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, merged, continued_in, partner_id, rule_id, member_id) VALUES (0, 0, 1, 1, 0, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700B85F1DEEB47D58291', X'01A15889FA80700F919A6B2C10A20F94')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, merged, continued_in, partner_id, rule_id, member_id) VALUES (0, 0, 2, NULL, 0, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700A83B1CAD1459CE246', X'01A15889FA80700F919A6B2C10A20F94')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, merged, continued_in, partner_id, rule_id, member_id) VALUES (0, 1, 0, NULL, 0, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700983AC6191DBB47813', X'01A15889FA80700F919A6B2C10A20F94')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, merged, continued_in, partner_id, rule_id, member_id) VALUES (1, 1, 0, 1, 0, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700B85F1DEEB47D58291', X'01A15889FA807010AEC25ACA11FDFFD7')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, merged, continued_in, partner_id, rule_id, member_id) VALUES (1, 1, 0, NULL, 0, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700983AC6191DBB47813', X'01A15889FA8070188BEF5138D4909287')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, merged, continued_in, partner_id, rule_id, member_id) VALUES (1, 1, 0, NULL, 0, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700E93CC1C5771C2F30D', X'01A15889FA807010AEC25ACA11FDFFD7')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, merged, continued_in, partner_id, rule_id, member_id) VALUES (1, 2, 0, NULL, 0, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700E93CC1C5771C2F30D', X'01A15889FA80700F919A6B2C10A20F94')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, merged, continued_in, partner_id, rule_id, member_id) VALUES (3, 3, 0, NULL, 0, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700983AC6191DBB47813', X'01A15889FA807010AEC25ACA11FDFFD7')
--;
INSERT INTO rewards_text (partner_id, record_id, name, value) VALUES (X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807011B95D6A7C978D9F3E', '', 'for Bob')
--;
INSERT INTO rewards_text (partner_id, record_id, name, value) VALUES (X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807011B95D6A7C978D9F3E', 'till', '4')
--;
INSERT INTO rewards_text (partner_id, record_id, name, value) VALUES (X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80701AB63650F0C7714885', '', '{"total":"45.5","items":["tea","jam"]}')
--;
INSERT INTO rewards_text (partner_id, record_id, name, value) VALUES (X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80701CB473DF759C23E808', '', '{"total":"45.5","items":["tea","jam"]}')
--;
INSERT INTO rewards_text (partner_id, record_id, name, value) VALUES (X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80701E851DD813777C26F6', '', '{"total":"45.5","items":["tea","jam"]}')
--;
INSERT INTO rewards_text (partner_id, record_id, name, value) VALUES (X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A807001A9A6E01540444ECD', '', 'a mistake')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES (10000, 6, 105000, 11, -170000, '2026-11-09T09:00:00.000Z', NULL, 24322, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A807003807C556797ED4943', X'01A15889FA807010AEC25ACA11FDFFD7', X'01A15889FA80800085BBED0357AB6A0B', 'award_reversal')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES (15000, 10, 120000, 3, 15000, '2026-11-09T09:00:00.000Z', NULL, 24323, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A80700F8FBEE21E2690C69D', X'01A15889FA807010AEC25ACA11FDFFD7', X'01A15889FA80800085BBED0357AB6A8B', 'user_partner_transfer')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES (15000, 8, -180000, 4, 90000, '2026-10-20T09:00:00.000Z', NULL, 24322, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807020AC4BCDA2F49129B5', X'01A15889FA80800085BBED0357AB6A0B', X'01A15889FA807010AEC25ACA11FDFFD7', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES (20000, 5, 20000, 12, -150000, '2026-11-09T09:00:00.000Z', NULL, 24322, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A8070069EA366864B6A4E1E', X'01A15889FA80700F919A6B2C10A20F94', X'01A15889FA80800085BBED0357AB6A0B', 'award_reversal')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES (20000, 6, -145000, 2, 45000, '2026-10-20T09:00:00.000Z', NULL, 24322, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80701BB83A15C11425B12C', X'01A15889FA80800085BBED0357AB6A0B', X'01A15889FA80700F919A6B2C10A20F94', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES (20000, 7, -165000, 3, 65000, '2026-10-20T09:00:00.000Z', NULL, 24322, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80701F9601AB251BEDC35E', X'01A15889FA80800085BBED0357AB6A0B', X'01A15889FA80700F919A6B2C10A20F94', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES (25000, 1, -25000, 1, 25000, '2026-10-20T09:00:00.000Z', NULL, 24322, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807011B95D6A7C978D9F3E', X'01A15889FA80800085BBED0357AB6A0B', X'01A15889FA80700F919A6B2C10A20F94', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES (25000, 2, -50000, 1, 25000, '2026-10-20T09:00:00.000Z', NULL, 24322, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807015A57FC3F1B752E780', X'01A15889FA80800085BBED0357AB6A0B', X'01A15889FA807010AEC25ACA11FDFFD7', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES (25000, 3, -75000, 2, 50000, '2026-10-20T09:00:00.000Z', NULL, 24322, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA8070169892AA7E78A6CF34', X'01A15889FA80800085BBED0357AB6A0B', X'01A15889FA807010AEC25ACA11FDFFD7', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES (25000, 4, -100000, 3, 75000, '2026-10-20T09:00:00.000Z', NULL, 24322, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA807017B487E1B256A299AB', X'01A15889FA80800085BBED0357AB6A0B', X'01A15889FA807010AEC25ACA11FDFFD7', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES (25000, 4, 40000, 10, -180000, '2026-11-09T09:00:00.000Z', NULL, 24322, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A807001A9A6E01540444ECD', X'01A15889FA80700F919A6B2C10A20F94', X'01A15889FA80800085BBED0357AB6A0B', 'award_reversal')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES (25000, 5, -125000, 1, 25000, '2026-10-20T09:00:00.000Z', NULL, 24322, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA8070199914C29AB2895636', X'01A15889FA80800085BBED0357AB6A0B', X'01A15889FA8070188BEF5138D4909287', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES (25000, 9, -205000, 5, 115000, '2026-11-09T09:00:00.000Z', NULL, 24323, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A8070008AA28621D7403E58', X'01A15889FA80800085BBED0357AB6A0B', X'01A15889FA807010AEC25ACA11FDFFD7', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES (30000, 13, -180000, 6, 50000, '2026-11-09T09:00:00.000Z', NULL, 0, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A807008AEA0A239DCB85A03', X'01A15889FA80800085BBED0357AB6A0B', X'01A15889FA80700F919A6B2C10A20F94', 'adjustment')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES (30000, 14, -210000, 7, 135000, '2026-11-09T09:00:00.000Z', NULL, 24323, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A80700983018CDAEFCE07AF', X'01A15889FA80800085BBED0357AB6A0B', X'01A15889FA807010AEC25ACA11FDFFD7', 'adjustment')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES (30000, 7, 20000, 15, -180000, '2026-11-09T09:00:00.000Z', NULL, 0, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A80700AB7EDE98722076294', X'01A15889FA80700F919A6B2C10A20F94', X'01A15889FA80800085BBED0357AB6A0B', 'adjustment_reversal')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES (40000, 2, 0, 9, 135000, '2026-11-09T09:00:00.000Z', NULL, 24323, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A80700DB32F6CDE4C74809F', X'01A15889FA80800085BBED0357AB6A8B', X'01A15889FA807010AEC25ACA11FDFFD7', 'user_partner_refund')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, expires_at, month, ordered_by, partner_id, id, debit_account, credit_account, kind) VALUES (40000, 8, 95000, 1, 40000, '2026-11-09T09:00:00.000Z', NULL, 24323, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A80700CABD3629067458481', X'01A15889FA807010AEC25ACA11FDFFD7', X'01A15889FA80800085BBED0357AB6A8B', 'user_partner_transfer')
--;
INSERT INTO rewards_user (created_at, email_verified_at, id, is_adult, tag, email, email_key, fullname, phone, country_code, date_of_birth, password_hash) VALUES ('2026-10-20T09:00:00.000Z', NULL, X'01A15889FA807006B771862D67FFB293', 0, 'ada', 'ada@mail.example', 'ada@mail.example', 'ada lovelace', '0801234567', '+44', NULL, '$argon2id$v=19$m=19456,t=2,p=1$8yyYWVz3Bn0M/VHYlquV6g$j5bJjcNJ6I+Mo6o/Ooqu1Js3TCSCEXjU6whUOLl7gzk')
--;
INSERT INTO rewards_webhook (created_at, updated_at, previous_secret_until, failing_since, held_until, due_at, ordered_by, changed_by, partner_id, id, last_event, leased_by, url, types, description, secret, previous_secret, status, paused_reason) VALUES ('2026-11-09T09:00:00.000Z', '2026-11-09T09:00:00.000Z', NULL, NULL, NULL, NULL, NULL, NULL, X'01A15889FA80700085BBED0357AB6AB0', X'01A1BF892A8070108C5DF78E80DDBFE0', X'01A1BF892A80700ABC10A05C89607C8E', NULL, 'https://shop.example/hooks', '', 'orders', 'whsec_MboupeSihoV0sVpIl9bw+gR842rOV18S/eyo1CFlp2E=', NULL, 'active', NULL)
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES (0, 0, 2, NULL, '2026-10-19T22:00:00.000Z', '2026-10-20T22:00:00.000Z', 0, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700983AC6191DBB47813', X'01A15889FA80700F919A6B2C10A20F94', 'day')
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES (1, 0, 2, NULL, '2026-10-19T22:00:00.000Z', '2026-10-20T22:00:00.000Z', 0, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700983AC6191DBB47813', X'01A15889FA8070188BEF5138D4909287', 'day')
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES (1, 0, 2, NULL, '2026-11-08T23:00:00.000Z', '2026-11-09T23:00:00.000Z', 0, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700983AC6191DBB47813', X'01A15889FA807010AEC25ACA11FDFFD7', 'day')
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES (2, 0, 2, NULL, '2026-10-19T22:00:00.000Z', '2026-10-20T22:00:00.000Z', 0, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700983AC6191DBB47813', X'01A15889FA807010AEC25ACA11FDFFD7', 'day')
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES (4, 100000, NULL, 1000000, '1970-01-01T00:00:00.000Z', NULL, 0, X'01A15889FA80700085BBED0357AB6AB0', X'01A15889FA80700983AC6191DBB47813', X'01A15889FA80700983AC6191DBB47813', 'ever')
--;
