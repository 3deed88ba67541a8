CREATE TABLE rewards_migration (
    wing TEXT NOT NULL, id INTEGER NOT NULL, name TEXT NOT NULL, applied_at TEXT NOT NULL, PRIMARY KEY (wing, id)
  )
--;
CREATE TABLE rewards_partner (
      created_at TEXT NOT NULL,
      id BLOB NOT NULL PRIMARY KEY,
      name TEXT NOT NULL,
      reference TEXT UNIQUE
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
CREATE INDEX rewards_account_side ON rewards_account (partner_id, id, version)
      WHERE kind <> 'wallet'
--;
CREATE TABLE rewards_member (
      created_at TEXT NOT NULL,
      partner_id BLOB NOT NULL,
      id BLOB NOT NULL,
      user_id TEXT NOT NULL,
      PRIMARY KEY (partner_id, id),
      FOREIGN KEY (partner_id, id) REFERENCES rewards_account (partner_id, id) DEFERRABLE INITIALLY DEFERRED,
      FOREIGN KEY (partner_id, user_id, id) REFERENCES rewards_member_id (partner_id, user_id, member_id)
        DEFERRABLE INITIALLY DEFERRED
    ) STRICT
--;
CREATE INDEX rewards_member_onboarded ON rewards_member (partner_id, created_at, id)
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
CREATE UNIQUE INDEX rewards_member_id_link ON rewards_member_id (partner_id, member_id)
      WHERE linked = 1
--;
CREATE TABLE rewards_rule (
      coin_value INTEGER NOT NULL,
      max_participants INTEGER NOT NULL,
      participants INTEGER NOT NULL DEFAULT 0,
      user_limit INTEGER,
      completion_number INTEGER,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      starts_at TEXT,
      ends_at TEXT,
      counted_until TEXT,
      generation INTEGER NOT NULL DEFAULT 0,
      partner_id BLOB NOT NULL REFERENCES rewards_partner (id),
      id BLOB NOT NULL,
      type TEXT NOT NULL,
      at_limit TEXT NOT NULL,
      time_zone TEXT NOT NULL,
      limits TEXT,
      PRIMARY KEY (partner_id, id),
      CONSTRAINT rewards_rule_schedule CHECK (ends_at > starts_at),
      CONSTRAINT rewards_rule_at_limit CHECK (at_limit IN ('reject', 'suppress', 'clamp')),
      CONSTRAINT rewards_rule_generation CHECK (generation >= 0),
      CONSTRAINT rewards_rule_coin_value CHECK (coin_value BETWEEN 1 AND 5000000000000000),
      CONSTRAINT rewards_rule_participants CHECK (participants BETWEEN 0 AND max_participants),
      CONSTRAINT rewards_rule_user_limit CHECK (user_limit >= 1),
      CONSTRAINT rewards_rule_type CHECK (type IN ('single', 'batched', 'combined')),
      CONSTRAINT rewards_rule_completion CHECK (
        (type = 'batched' AND completion_number IS NOT NULL AND completion_number >= 1)
        OR (type <> 'batched' AND completion_number IS NULL)
      )
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
      CONSTRAINT rewards_award_suppressed CHECK (
        suppressed_by IS NULL OR (awarded = 0
          AND suppressed_by IN ('participant_limit_reached', 'user_limit_reached', 'limit_reached'))
      )
    ) STRICT
--;
CREATE INDEX rewards_award_counted ON rewards_award (rule_id, member_id, cycle)
      WHERE awarded = 0
--;
CREATE INDEX rewards_award_member ON rewards_award (member_id, id)
--;
CREATE INDEX rewards_award_rule ON rewards_award ((ordinal + 0), rule_id, id)
--;
CREATE INDEX rewards_award_unpaid ON rewards_award (partner_id, id) WHERE awarded = 0
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
      CONSTRAINT rewards_transfer_kind CHECK (
        kind IN ('award', 'user_partner_transfer', 'award_reversal', 'user_partner_refund')
      )
    ) STRICT
--;
CREATE UNIQUE INDEX rewards_transfer_debit ON rewards_transfer (debit_account, debit_version)
--;
CREATE UNIQUE INDEX rewards_transfer_credit ON rewards_transfer (credit_account, credit_version)
--;
CREATE INDEX rewards_transfer_kind ON rewards_transfer (partner_id, kind, id) WHERE kind <> 'award'
--;
CREATE VIEW rewards_entry AS
      SELECT partner_id, id AS transfer_id, debit_account AS account_id, debit_version AS version, kind,
        -amount AS amount, debit_balance AS balance, created_at
      FROM rewards_transfer
      UNION ALL
      SELECT partner_id, id, credit_account, credit_version, kind, amount, credit_balance, created_at
      FROM rewards_transfer
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
      partner_id BLOB NOT NULL REFERENCES rewards_partner (id),
      record_id BLOB NOT NULL,
      name TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (partner_id, record_id, name)
    ) STRICT, WITHOUT ROWID
--;
CREATE INDEX rewards_text_value ON rewards_text (partner_id, name, value, record_id) WHERE name <> ''
--;
CREATE TABLE rewards_idempotency (
      partner_id BLOB NOT NULL REFERENCES rewards_partner (id),
      record_id BLOB,
      fingerprint BLOB NOT NULL,
      award_ids BLOB,
      key TEXT NOT NULL,
      answer TEXT,
      PRIMARY KEY (partner_id, key),
      CONSTRAINT rewards_idempotency_fingerprint CHECK (length(fingerprint) = 16),
      CONSTRAINT rewards_idempotency_award_ids CHECK (
        award_ids IS NULL OR (record_id IS NULL AND length(award_ids) > 0 AND length(award_ids) % 16 = 0)
      ),
      CONSTRAINT rewards_idempotency_kept CHECK (
        record_id IS NOT NULL OR award_ids IS NOT NULL OR answer IS NOT NULL
      )
    ) STRICT, WITHOUT ROWID
--;
CREATE TRIGGER rewards_transfer_no_update BEFORE UPDATE ON rewards_transfer
          BEGIN SELECT RAISE(ABORT, 'rewards_transfer is append-only: a correction is a new row'); END
--;
CREATE TRIGGER rewards_transfer_no_delete BEFORE DELETE ON rewards_transfer
          BEGIN SELECT RAISE(ABORT, 'rewards_transfer is append-only: a correction is a new row'); END
--;
CREATE TRIGGER rewards_award_no_update BEFORE UPDATE ON rewards_award
          BEGIN SELECT RAISE(ABORT, 'rewards_award is append-only: a correction is a new row'); END
--;
CREATE TRIGGER rewards_award_no_delete BEFORE DELETE ON rewards_award
          BEGIN SELECT RAISE(ABORT, 'rewards_award is append-only: a correction is a new row'); END
--;
CREATE TRIGGER rewards_reversal_no_update BEFORE UPDATE ON rewards_reversal
          BEGIN SELECT RAISE(ABORT, 'rewards_reversal is append-only: a correction is a new row'); END
--;
CREATE TRIGGER rewards_reversal_no_delete BEFORE DELETE ON rewards_reversal
          BEGIN SELECT RAISE(ABORT, 'rewards_reversal is append-only: a correction is a new row'); END
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
CREATE INDEX rewards_score_order
      ON rewards_score (partner_id, (CASE WHEN score > 0 THEN board END), rank_key, score, reached_ms)
--;
CREATE TABLE rewards_rung (
      members INTEGER NOT NULL,
      board INTEGER NOT NULL,
      level INTEGER NOT NULL,
      partner_id BLOB NOT NULL REFERENCES rewards_partner (id),
      rank_key BLOB NOT NULL,
      PRIMARY KEY (partner_id, board, level, rank_key),
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
      awards INTEGER NOT NULL, awarded INTEGER NOT NULL, reversals INTEGER NOT NULL, reversed INTEGER NOT NULL, transfers INTEGER NOT NULL, returned INTEGER NOT NULL, refunds INTEGER NOT NULL, refunded INTEGER NOT NULL,
      day INTEGER NOT NULL,
      partner_id BLOB NOT NULL REFERENCES rewards_partner (id),
      PRIMARY KEY (partner_id, day),
      CONSTRAINT rewards_day_day CHECK (day >= 0)
    ) STRICT, WITHOUT ROWID
--;
CREATE TABLE rewards_feed (
      partner_id BLOB NOT NULL PRIMARY KEY REFERENCES rewards_partner (id),
      last_event BLOB,
      read_at TEXT,
      subscriptions INTEGER NOT NULL,
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
CREATE TABLE rewards_login (
      updated_at TEXT NOT NULL,
      partner_id BLOB NOT NULL PRIMARY KEY REFERENCES rewards_partner (id),
      ecosystem TEXT NOT NULL,
      email TEXT NOT NULL,
      password_hash TEXT NOT NULL,
      UNIQUE (ecosystem, email)
    ) STRICT
--;
CREATE TABLE rewards_application (
      created_at TEXT NOT NULL,
      partner_id BLOB NOT NULL REFERENCES rewards_partner (id),
      id BLOB NOT NULL,
      client_id TEXT NOT NULL,
      name TEXT NOT NULL,
      redirect_url TEXT NOT NULL,
      web_redirect_url TEXT,
      mobile_redirect_url TEXT,
      user_details_url TEXT NOT NULL,
      PRIMARY KEY (partner_id, id)
    ) STRICT
--;
CREATE INDEX rewards_application_client ON rewards_application (client_id)
--;
CREATE TABLE rewards_api_key (
      created_at TEXT NOT NULL,
      last_used_at TEXT,
      revoked_at TEXT,
      partner_id BLOB NOT NULL REFERENCES rewards_partner (id),
      id BLOB NOT NULL,
      key TEXT NOT NULL,
      hash TEXT NOT NULL,
      name TEXT NOT NULL,
      scopes TEXT NOT NULL,
      PRIMARY KEY (partner_id, id)
    ) STRICT
--;
CREATE INDEX rewards_api_key_key ON rewards_api_key (key)
--;
CREATE TABLE rewards_token (
      created_at TEXT NOT NULL,
      expires_at TEXT NOT NULL,
      partner_id BLOB NOT NULL REFERENCES rewards_partner (id),
      api_key_id BLOB,
      hash TEXT NOT NULL,
      scopes TEXT NOT NULL,
      PRIMARY KEY (partner_id, hash),
      FOREIGN KEY (partner_id, api_key_id) REFERENCES rewards_api_key (partner_id, id)
    ) STRICT
--;
CREATE INDEX rewards_token_hash ON rewards_token (hash)
--;
CREATE INDEX rewards_token_partner ON rewards_token (partner_id, expires_at)
--;
CREATE TABLE rewards_reset (
      place INTEGER NOT NULL,
      created_at TEXT NOT NULL,
      expires_at TEXT NOT NULL,
      partner_id BLOB NOT NULL REFERENCES rewards_login (partner_id),
      hash TEXT NOT NULL,
      PRIMARY KEY (partner_id, place),
      CONSTRAINT rewards_reset_place CHECK (place BETWEEN 1 AND 5)
    ) STRICT
--;
CREATE INDEX rewards_reset_hash ON rewards_reset (hash)
--;
CREATE TABLE rewards_user (
      created_at TEXT NOT NULL,
      email_verified_at TEXT,
      id BLOB NOT NULL PRIMARY KEY,
      is_adult INTEGER NOT NULL,
      tag TEXT NOT NULL UNIQUE,
      email TEXT NOT NULL,
      email_key TEXT NOT NULL UNIQUE,
      fullname TEXT NOT NULL,
      phone TEXT NOT NULL,
      country_code TEXT NOT NULL,
      date_of_birth TEXT,
      password_hash TEXT NOT NULL
    ) STRICT
--;
CREATE TABLE rewards_otp (
      issued INTEGER NOT NULL,
      tries INTEGER NOT NULL DEFAULT 0,
      window_at TEXT NOT NULL,
      expires_at TEXT NOT NULL,
      user_id BLOB NOT NULL REFERENCES rewards_user (id),
      purpose TEXT NOT NULL,
      hash TEXT NOT NULL,
      PRIMARY KEY (user_id, purpose),
      CONSTRAINT rewards_otp_purpose CHECK (purpose IN ('verify', 'reset')),
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
      FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id)
        DEFERRABLE INITIALLY DEFERRED
    ) STRICT
--;
CREATE INDEX rewards_member_data_tag ON rewards_member_data (partner_id, tag_key, member_id)
--;
CREATE INDEX rewards_member_data_name ON rewards_member_data (partner_id, name_key, member_id)
--;
CREATE TABLE rewards_grant (
      created_at TEXT NOT NULL,
      revoked_at TEXT,
      partner_id BLOB NOT NULL,
      application_id BLOB NOT NULL,
      id BLOB NOT NULL,
      user_id BLOB NOT NULL REFERENCES rewards_user (id),
      scopes TEXT NOT NULL,
      PRIMARY KEY (partner_id, id),
      FOREIGN KEY (partner_id, application_id) REFERENCES rewards_application (partner_id, id)
    ) STRICT
--;
CREATE INDEX rewards_grant_user ON rewards_grant (partner_id, user_id)
--;
CREATE INDEX rewards_grant_of_user ON rewards_grant (user_id)
--;
CREATE TABLE rewards_visible_name (
      partner_id BLOB NOT NULL REFERENCES rewards_partner (id),
      user_id BLOB NOT NULL REFERENCES rewards_user (id),
      scope TEXT NOT NULL,
      name TEXT NOT NULL,
      PRIMARY KEY (partner_id, user_id, scope),
      CONSTRAINT rewards_visible_name_scope CHECK (scope IN ('profile', 'fullname'))
    ) STRICT
--;
CREATE INDEX rewards_visible_name_name ON rewards_visible_name (partner_id, scope, name, user_id)
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
CREATE INDEX rewards_code_hash ON rewards_code (hash)
--;
CREATE INDEX rewards_code_grant ON rewards_code (partner_id, grant_id)
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
CREATE INDEX rewards_grant_token_hash ON rewards_grant_token (hash)
--;
CREATE INDEX rewards_grant_token_grant ON rewards_grant_token (partner_id, grant_id, expires_at)
--;
CREATE TABLE rewards_mail (
      attempts INTEGER NOT NULL DEFAULT 0,
      created_at TEXT NOT NULL,
      expires_at TEXT,
      due_at TEXT,
      sent_at TEXT,
      id BLOB NOT NULL PRIMARY KEY,
      recipient TEXT NOT NULL,
      subject TEXT NOT NULL,
      body TEXT NOT NULL,
      html TEXT NOT NULL,
      error TEXT,
      CONSTRAINT rewards_mail_state CHECK (sent_at IS NULL OR due_at IS NULL),
      CONSTRAINT rewards_mail_forgotten CHECK (sent_at IS NULL OR (body = '' AND html = ''))
    ) STRICT
--;
CREATE INDEX rewards_mail_due ON rewards_mail (due_at) WHERE due_at IS NOT NULL
--;
CREATE INDEX rewards_mail_expiry ON rewards_mail (expires_at) WHERE due_at IS NOT NULL
--;
CREATE TABLE rewards_audit (
      created_at TEXT NOT NULL,
      id BLOB NOT NULL PRIMARY KEY,
      partner_id BLOB REFERENCES rewards_partner (id),
      user_id BLOB,
      action TEXT NOT NULL,
      outcome TEXT NOT NULL,
      actor TEXT NOT NULL,
      address TEXT,
      detail TEXT,
      CONSTRAINT rewards_audit_outcome CHECK (outcome IN ('done', 'refused'))
    ) STRICT
--;
CREATE INDEX rewards_audit_partner ON rewards_audit (partner_id, id)
--;
CREATE INDEX rewards_audit_anonymous ON rewards_audit (partner_id, user_id, id)
      WHERE partner_id IS NULL AND user_id IS NULL
--;
CREATE INDEX rewards_audit_refused ON rewards_audit (outcome, id) WHERE outcome = 'refused'
--;
CREATE TABLE rewards_rate (
      minute INTEGER NOT NULL,
      taken INTEGER NOT NULL,
      allowed INTEGER NOT NULL,
      name TEXT NOT NULL,
      PRIMARY KEY (minute, name)
    ) STRICT
--;
CREATE TABLE rewards_webhook (
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      previous_until TEXT,
      failing_since TEXT,
      held_until TEXT,
      due_at TEXT,
      partner_id BLOB NOT NULL REFERENCES rewards_partner (id),
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
      CONSTRAINT rewards_webhook_status CHECK (status IN ('active', 'paused', 'removed')),
      CONSTRAINT rewards_webhook_reason CHECK ((status = 'paused') = (paused_reason IS NOT NULL)),
      CONSTRAINT rewards_webhook_rotation CHECK ((previous_secret IS NULL) = (previous_until IS NULL))
    ) STRICT
--;
CREATE INDEX rewards_webhook_due ON rewards_webhook (due_at) WHERE due_at IS NOT NULL
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
CREATE INDEX rewards_delivery_next ON rewards_delivery (partner_id, webhook_id, due_at)
      WHERE due_at IS NOT NULL
--;
CREATE INDEX rewards_delivery_failed ON rewards_delivery (partner_id, webhook_id, event_id)
      WHERE state = 'failed'
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (-125000, 7, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E20304', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E20300', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E20301', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E20302', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E20303', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E20305', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E20306', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E20307', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E20308', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E20309', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E2030A', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E2030B', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E2030C', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E2030D', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E2030E', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E2030F', 'issuance')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E20380', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E20381', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E20382', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E20383', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E20385', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E20386', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E20387', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E20388', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E20389', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E2038A', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E2038B', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E2038C', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E2038D', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E2038E', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 0, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E2038F', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (0, 2, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700D88AD7A3FD10EFBB9', 'wallet')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (15000, 3, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E20384', 'treasury')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (25000, 1, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80701687767F85CC4C2A1D', 'wallet')
--;
INSERT INTO rewards_account (balance, version, created_at, partner_id, id, kind) VALUES (85000, 7, '2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700EB37C25ED4E48406D', 'wallet')
--;
INSERT INTO rewards_api_key (created_at, last_used_at, revoked_at, partner_id, id, key, hash, name, scopes) VALUES ('2026-10-20T09:00:00.000Z', NULL, NULL, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807003B06E5A814969B91D', 'rk_a254444f3444de62d03dff10e045d1d7', '41piJnjGcuPe1XNxMuH7ZgLn-eVVXRN-fbOHykeaVQA', 'till', 'awards:write read')
--;
INSERT INTO rewards_application (created_at, partner_id, id, client_id, name, redirect_url, web_redirect_url, mobile_redirect_url, user_details_url) VALUES ('2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807001A094CE5A396EFF96', '4f18967c7f05f5354c669d3815a3a16ff67d5502beaa4b286ad88dc81ed35c38', 'Corner Shop', 'https://shop.example/return', NULL, NULL, 'https://shop.example/users')
--;
INSERT INTO rewards_audit (created_at, id, partner_id, user_id, action, outcome, actor, address, detail) VALUES ('2026-10-20T09:00:00.000Z', X'01A15889FA807002A2E654D8D6F13C59', X'01A15889FA807000AA2400E2E0E20362', NULL, 'partner.onboard', 'done', 'ops@shop.example', NULL, NULL)
--;
INSERT INTO rewards_audit (created_at, id, partner_id, user_id, action, outcome, actor, address, detail) VALUES ('2026-10-20T09:00:00.000Z', X'01A15889FA807004B5EE89B3117DF87D', X'01A15889FA807000AA2400E2E0E20362', NULL, 'key.create', 'done', 'ops@shop.example', NULL, 'rk_a254444f3444de62d03dff10e045d1d7 till: awards:write read')
--;
INSERT INTO rewards_audit (created_at, id, partner_id, user_id, action, outcome, actor, address, detail) VALUES ('2026-10-20T09:00:00.000Z', X'01A15889FA8070079A6713B7BA284DDB', NULL, X'01A15889FA807005995EE1D1FCDD7E9A', 'user.create', 'done', 'ada@mail.example', NULL, NULL)
--;
INSERT INTO rewards_audit (created_at, id, partner_id, user_id, action, outcome, actor, address, detail) VALUES ('2026-11-09T09:00:00.000Z', X'01A1BF892A80700693B043C50EAF02C7', X'01A15889FA807000AA2400E2E0E20362', NULL, 'webhook.create', 'done', 'ops@shop.example', NULL, '01a1bf89-2a80-7005-9ff1-b1f2697d8cc7 to shop.example')
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', 0, 0, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700FBF3475A3D63736F6', X'01A15889FA807008AD85D288947A945C', X'01A15889FA80700D88AD7A3FD10EFBB9', 1, NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', 0, 0, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807010859658D95153BD8D', X'01A15889FA8070099537F565FD95E5BE', X'01A15889FA80700D88AD7A3FD10EFBB9', 0, NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', 0, 0, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807011891E6A1BEB77F518', X'01A15889FA8070099537F565FD95E5BE', X'01A15889FA80700D88AD7A3FD10EFBB9', 0, NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', 0, 0, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA8070139B02E4883527A9DF', X'01A15889FA807008AD85D288947A945C', X'01A15889FA80700EB37C25ED4E48406D', 1, NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', 0, 0, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807015A11F3A3040A1533D', X'01A15889FA80700AA65B7DFB76C2DA58', X'01A15889FA80700EB37C25ED4E48406D', 1, NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', 0, 0, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807017A5ACDC53071F2858', X'01A15889FA807008AD85D288947A945C', X'01A15889FA80701687767F85CC4C2A1D', 1, NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', 0, 1, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807012B8497D1B26185B48', X'01A15889FA80700AA65B7DFB76C2DA58', X'01A15889FA80700D88AD7A3FD10EFBB9', 0, NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-10-20T09:00:00.000Z', 1, 0, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807014BEAFF97DB2C143B5', X'01A15889FA807008AD85D288947A945C', X'01A15889FA80700EB37C25ED4E48406D', 1, NULL)
--;
INSERT INTO rewards_award (created_at, cycle, ordinal, partner_id, id, rule_id, member_id, awarded, suppressed_by) VALUES ('2026-11-09T09:00:00.000Z', 2, 0, X'01A15889FA807000AA2400E2E0E20362', X'01A1BF892A807000B612A245048E99E3', X'01A15889FA807008AD85D288947A945C', X'01A15889FA80700EB37C25ED4E48406D', 1, NULL)
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status) VALUES (0, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807008AD85D288947A945C', X'01A15889FA807008AD85D288947A945C', 'visit', 'as agreed', 'active')
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status) VALUES (0, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA8070099537F565FD95E5BE', X'01A15889FA8070099537F565FD95E5BE', 'stamps', 'as agreed', 'active')
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status) VALUES (0, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700AA65B7DFB76C2DA58', X'01A15889FA80700AA65B7DFB76C2DA58', 'complete', '', 'active')
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status) VALUES (1, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700AA65B7DFB76C2DA58', X'01A15889FA80700BB5CAB074E82C2E57', 'profile', 'has a profile', 'active')
--;
INSERT INTO rewards_condition (ordinal, partner_id, rule_id, id, name, condition, status) VALUES (2, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700AA65B7DFB76C2DA58', X'01A15889FA80700C858910AD9C09BDCB', 'photo', 'has a photo', 'active')
--;
INSERT INTO rewards_day (awards, awarded, reversals, reversed, transfers, returned, refunds, refunded, day, partner_id) VALUES (1, 25000, 1, 25000, 2, 55000, 1, 40000, 20766, X'01A15889FA807000AA2400E2E0E20362')
--;
INSERT INTO rewards_day (awards, awarded, reversals, reversed, transfers, returned, refunds, refunded, day, partner_id) VALUES (5, 125000, 0, 0, 0, 0, 0, 0, 20746, X'01A15889FA807000AA2400E2E0E20362')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700080157DBFFB57E7F4', 'rule.created', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7008-ad85-d288947a945c","partnerId":"01a15889-fa80-7000-aa24-00e2e0e20362","name":"visit","coinValue":"2.5","maxNumberOfParticipant":3,"participants":0,"userLimitAward":-1,"condition":"as agreed","status":"active","terms":{"_tag":"Single"},"limits":[{"per":"member","period":"day","awards":2},{"per":"rule","period":"ever","coins":"100"}],"timeZone":"Europe/Berlin","startsAt":null,"endsAt":null,"atLimit":"reject","createdAt":"2026-10-20T09:00:00.000Z","updatedAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA8070019595221CF0C4DB26', 'rule.created', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7009-9537-f565fd95e5be","partnerId":"01a15889-fa80-7000-aa24-00e2e0e20362","name":"stamps","coinValue":"2.5","maxNumberOfParticipant":3,"participants":0,"userLimitAward":-1,"condition":"as agreed","status":"active","terms":{"_tag":"Batched","completionNumber":3},"limits":[],"timeZone":"UTC","startsAt":null,"endsAt":null,"atLimit":"reject","createdAt":"2026-10-20T09:00:00.000Z","updatedAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807002A614B3BE02D79367', 'rule.created', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-700a-a65b-7dfb76c2da58","partnerId":"01a15889-fa80-7000-aa24-00e2e0e20362","name":"complete","coinValue":"2.5","maxNumberOfParticipant":3,"participants":0,"userLimitAward":1,"condition":"","status":"active","terms":{"_tag":"Combined","subRules":[{"id":"01a15889-fa80-700b-b5ca-b074e82c2e57","name":"profile","condition":"has a profile","status":"active"},{"id":"01a15889-fa80-700c-8589-10ad9c09bdcb","name":"photo","condition":"has a photo","status":"active"}]},"limits":[],"timeZone":"UTC","startsAt":null,"endsAt":null,"atLimit":"reject","createdAt":"2026-10-20T09:00:00.000Z","updatedAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA8070038C869747A33588DE', 'member.onboarded', '2026-10-20T09:00:00.000Z', NULL, '{"memberId":"01a15889-fa80-700d-88ad-7a3fd10efbb9","userId":"bob","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807004B29EFBD99FD442D5', 'member.onboarded', '2026-10-20T09:00:00.000Z', NULL, '{"memberId":"01a15889-fa80-700e-b37c-25ed4e48406d","userId":"cleo","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA8070058D2342163700F320', 'award.paid', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-700f-bf34-75a3d63736f6","ruleId":"01a15889-fa80-7008-ad85-d288947a945c","ruleName":"visit","userId":"bob","awarded":true,"coins":"2.5","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807006AA219EB5B3799B06', 'award.counted', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7010-8596-58d95153bd8d","ruleId":"01a15889-fa80-7009-9537-f565fd95e5be","ruleName":"stamps","userId":"bob","awarded":false,"coins":"0","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807007AF3A2EE02C3669C0', 'award.counted', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7011-891e-6a1beb77f518","ruleId":"01a15889-fa80-7009-9537-f565fd95e5be","ruleName":"stamps","userId":"bob","awarded":false,"coins":"0","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA8070088075F9A352657638', 'award.counted', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7012-b849-7d1b26185b48","ruleId":"01a15889-fa80-700b-b5ca-b074e82c2e57","ruleName":"profile","userId":"bob","awarded":false,"coins":"0","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700988D37DF771D9D5DC', 'award.paid', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7013-9b02-e4883527a9df","ruleId":"01a15889-fa80-7008-ad85-d288947a945c","ruleName":"visit","userId":"cleo","awarded":true,"coins":"2.5","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700AB4CD773C7FBB69B2', 'award.paid', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7014-beaf-f97db2c143b5","ruleId":"01a15889-fa80-7008-ad85-d288947a945c","ruleName":"visit","userId":"cleo","awarded":true,"coins":"2.5","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700BB7C2394F29779087', 'award.paid', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7015-a11f-3a3040a1533d","ruleId":"01a15889-fa80-700a-a65b-7dfb76c2da58","ruleName":"complete","userId":"cleo","awarded":true,"coins":"2.5","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700C89B40670204E91B5', 'member.onboarded', '2026-10-20T09:00:00.000Z', NULL, '{"memberId":"01a15889-fa80-7016-8776-7f85cc4c2a1d","userId":"01a15889-fa80-7005-995e-e1d1fcdd7e9a","createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700D82394F3529356338', 'award.paid', '2026-10-20T09:00:00.000Z', NULL, '{"id":"01a15889-fa80-7017-a5ac-dc53071f2858","ruleId":"01a15889-fa80-7008-ad85-d288947a945c","ruleName":"visit","userId":"01a15889-fa80-7005-995e-e1d1fcdd7e9a","awarded":true,"coins":"2.5","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700EA650431EC346255A', 'rule.exhausted', '2026-10-20T09:00:00.000Z', NULL, '{"ruleId":"01a15889-fa80-7008-ad85-d288947a945c","ruleName":"visit","measure":"participants","used":"3","max":"3"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A1BF892A807000B4FAD236CD6FBC08', 'award.paid', '2026-11-09T09:00:00.000Z', NULL, '{"id":"01a1bf89-2a80-7000-b612-a245048e99e3","ruleId":"01a15889-fa80-7008-ad85-d288947a945c","ruleName":"visit","userId":"cleo","awarded":true,"coins":"2.5","suppressedBy":null,"createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A1BF892A8070019AB00911F092D05F', 'award.reversed', '2026-11-09T09:00:00.000Z', NULL, '{"award":{"id":"01a15889-fa80-700f-bf34-75a3d63736f6","ruleId":"01a15889-fa80-7008-ad85-d288947a945c","ruleName":"visit","userId":"bob","awarded":true,"coins":"2.5","suppressedBy":null,"createdAt":"2026-10-20T09:00:00.000Z"},"reversal":{"id":"01a1bf89-2a80-7001-8c9b-88de938e2c0e","coins":"2.5","createdAt":"2026-11-09T09:00:00.000Z"}}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A1BF892A807002BCA792F5008E2A1E', 'coins.transferred', '2026-11-09T09:00:00.000Z', NULL, '{"id":"01a1bf89-2a80-7002-bb35-f078003bae61","memberId":"01a15889-fa80-700e-b37c-25ed4e48406d","userId":"cleo","coins":"4","balance":"6","createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A1BF892A807003A566275AE37C1364', 'coins.refunded', '2026-11-09T09:00:00.000Z', NULL, '{"id":"01a1bf89-2a80-7003-b21f-545d540e74ce","transactionId":"01a1bf89-2a80-7002-bb35-f078003bae61","memberId":"01a15889-fa80-700e-b37c-25ed4e48406d","userId":"cleo","coins":"4","createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A1BF892A8070049A3310EAA498BA87', 'coins.transferred', '2026-11-09T09:00:00.000Z', NULL, '{"id":"01a1bf89-2a80-7004-b037-7778d9d2013f","memberId":"01a15889-fa80-700e-b37c-25ed4e48406d","userId":"cleo","coins":"1.5","balance":"8.5","createdAt":"2026-11-09T09:00:00.000Z"}')
--;
INSERT INTO rewards_feed (partner_id, last_event, read_at, subscriptions) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A1BF892A8070049A3310EAA498BA87', '2026-11-09T09:00:00.000Z', 1)
--;
INSERT INTO rewards_fold (version, partner_id, account_id) VALUES (0, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E20300')
--;
INSERT INTO rewards_fold (version, partner_id, account_id) VALUES (3, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E20384')
--;
INSERT INTO rewards_fold (version, partner_id, account_id) VALUES (7, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA808000AA2400E2E0E20304')
--;
INSERT INTO rewards_idempotency (partner_id, record_id, fingerprint, award_ids, key, answer) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700FBF3475A3D63736F6', X'2BCA2B6B3DC1B5AECAC35D02E32255D0', NULL, 'order-1', NULL)
--;
INSERT INTO rewards_idempotency (partner_id, record_id, fingerprint, award_ids, key, answer) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A1BF892A807002BB35F078003BAE61', X'F2F9E44B774E176178905D084A120109', NULL, 'spend-1', NULL)
--;
INSERT INTO rewards_login (updated_at, partner_id, ecosystem, email, password_hash) VALUES ('2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', 'demo', 'ops@shop.example', '$argon2id$v=19$m=19456,t=2,p=1$ic4yqbAnRd+Mjxv7qyHu6w$whRFmETvh+ex7YjcGCzhtPNW20SVHLqpUwLsZBntkBg')
--;
INSERT INTO rewards_mail (attempts, created_at, expires_at, due_at, sent_at, id, recipient, subject, body, html, error) VALUES (0, '2026-10-20T09:00:00.000Z', '2026-10-20T09:10:00.000Z', '2026-10-20T09:00:00.000Z', NULL, X'01A15889FA807006BD35B8D3D0EA89CE', 'ada@mail.example', 'Your verification code', 'Hello Ada Lovelace,

This code confirms your e-mail address:

    375209

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
<p class="code" style="margin:0 0 16px;padding:16px 12px;border:1px solid #d5ddd9;border-radius:8px;background:#f4f6f3;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:32px;font-weight:700;letter-spacing:6px;line-height:1.2;text-align:center;color:#16211b;-webkit-user-select:all;user-select:all">375209</p>
<p class="ink" style="margin:0 0 16px;overflow-wrap:anywhere;color:#16211b">It is valid for 10 minutes and works once. We will never ask you for it.</p>
<p class="ink" style="margin:0 0 16px;overflow-wrap:anywhere;color:#16211b">If you did not create an account, ignore this mail: nothing will happen.</p>
</div>
<p class="faint" style="max-width:520px;margin:16px auto 0;font-size:13px;text-align:center;color:#55635b">Laurel Rewards</p>
</div>
</body>
</html>
', NULL)
--;
INSERT INTO rewards_member (created_at, partner_id, id, user_id) VALUES ('2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700D88AD7A3FD10EFBB9', 'bob')
--;
INSERT INTO rewards_member (created_at, partner_id, id, user_id) VALUES ('2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700EB37C25ED4E48406D', 'cleo')
--;
INSERT INTO rewards_member (created_at, partner_id, id, user_id) VALUES ('2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80701687767F85CC4C2A1D', '01a15889-fa80-7005-995e-e1d1fcdd7e9a')
--;
INSERT INTO rewards_member_id (partner_id, member_id, linked, user_id) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700D88AD7A3FD10EFBB9', 0, 'bob')
--;
INSERT INTO rewards_member_id (partner_id, member_id, linked, user_id) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700EB37C25ED4E48406D', 0, 'cleo')
--;
INSERT INTO rewards_member_id (partner_id, member_id, linked, user_id) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80701687767F85CC4C2A1D', 0, '01a15889-fa80-7005-995e-e1d1fcdd7e9a')
--;
INSERT INTO rewards_migration (wing, id, name, applied_at) VALUES ('accounts', 1, 'tables', '2026-10-20T09:00:00.000Z')
--;
INSERT INTO rewards_migration (wing, id, name, applied_at) VALUES ('boards', 1, 'tables', '2026-10-20T09:00:00.000Z')
--;
INSERT INTO rewards_migration (wing, id, name, applied_at) VALUES ('events', 1, 'tables', '2026-10-20T09:00:00.000Z')
--;
INSERT INTO rewards_migration (wing, id, name, applied_at) VALUES ('rewards', 1, 'tables', '2026-10-20T09:00:00.000Z')
--;
INSERT INTO rewards_otp (issued, tries, window_at, expires_at, user_id, purpose, hash) VALUES (1, 0, '2026-10-20T09:00:00.000Z', '2026-10-20T09:10:00.000Z', X'01A15889FA807005995EE1D1FCDD7E9A', 'verify', 'y_hYL6WAAN3RU4NnxGQGhFvCDvkcD79pRTXKYthVwK0')
--;
INSERT INTO rewards_partner (created_at, id, name, reference) VALUES ('2026-10-20T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', 'Corner Shop Ltd', NULL)
--;
INSERT INTO rewards_reversal (created_at, partner_id, id, award_id, transfer_id) VALUES ('2026-11-09T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A1BF892A8070018C9B88DE938E2C0E', X'01A15889FA80700FBF3475A3D63736F6', NULL)
--;
INSERT INTO rewards_reversal (created_at, partner_id, id, award_id, transfer_id) VALUES ('2026-11-09T09:00:00.000Z', X'01A15889FA807000AA2400E2E0E20362', X'01A1BF892A807003B21F545D540E74CE', NULL, X'01A1BF892A807002BB35F078003BAE61')
--;
INSERT INTO rewards_rule (coin_value, max_participants, participants, user_limit, completion_number, created_at, updated_at, starts_at, ends_at, counted_until, generation, partner_id, id, type, at_limit, time_zone, limits) VALUES (25000, 3, 0, NULL, 3, '2026-10-20T09:00:00.000Z', '2026-10-20T09:00:00.000Z', NULL, NULL, NULL, 0, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA8070099537F565FD95E5BE', 'batched', 'reject', 'UTC', NULL)
--;
INSERT INTO rewards_rule (coin_value, max_participants, participants, user_limit, completion_number, created_at, updated_at, starts_at, ends_at, counted_until, generation, partner_id, id, type, at_limit, time_zone, limits) VALUES (25000, 3, 1, 1, NULL, '2026-10-20T09:00:00.000Z', '2026-10-20T09:00:00.000Z', NULL, NULL, NULL, 0, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700AA65B7DFB76C2DA58', 'combined', 'reject', 'UTC', NULL)
--;
INSERT INTO rewards_rule (coin_value, max_participants, participants, user_limit, completion_number, created_at, updated_at, starts_at, ends_at, counted_until, generation, partner_id, id, type, at_limit, time_zone, limits) VALUES (25000, 3, 2, NULL, NULL, '2026-10-20T09:00:00.000Z', '2026-10-20T09:00:00.000Z', NULL, NULL, NULL, 0, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807008AD85D288947A945C', 'single', 'reject', 'Europe/Berlin', '[{"per":"member","period":"day","awards":2},{"per":"rule","period":"ever","coins":"100"}]')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 1, 1, X'01A15889FA807000AA2400E2E0E20362', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 1, 2, X'01A15889FA807000AA2400E2E0E20362', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 1, 3, X'01A15889FA807000AA2400E2E0E20362', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 48646, 1, X'01A15889FA807000AA2400E2E0E20362', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 48646, 2, X'01A15889FA807000AA2400E2E0E20362', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 48646, 3, X'01A15889FA807000AA2400E2E0E20362', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 48647, 1, X'01A15889FA807000AA2400E2E0E20362', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 48647, 2, X'01A15889FA807000AA2400E2E0E20362', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (1, 48647, 3, X'01A15889FA807000AA2400E2E0E20362', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (2, 0, 1, X'01A15889FA807000AA2400E2E0E20362', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (2, 0, 2, X'01A15889FA807000AA2400E2E0E20362', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (2, 0, 3, X'01A15889FA807000AA2400E2E0E20362', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (2, 48644, 1, X'01A15889FA807000AA2400E2E0E20362', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (2, 48644, 2, X'01A15889FA807000AA2400E2E0E20362', X'')
--;
INSERT INTO rewards_rung (members, board, level, partner_id, rank_key) VALUES (2, 48644, 3, X'01A15889FA807000AA2400E2E0E20362', X'')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (0, 1794214800000, 0, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700D88AD7A3FD10EFBB9')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (0, 1794214800000, 48644, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700D88AD7A3FD10EFBB9')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (100000, 1794214800000, 0, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700EB37C25ED4E48406D')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (15000, 1794214800000, 1, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700EB37C25ED4E48406D')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (15000, 1794214800000, 48647, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700EB37C25ED4E48406D')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (25000, 1792486800000, 0, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80701687767F85CC4C2A1D')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (25000, 1792486800000, 48644, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80701687767F85CC4C2A1D')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (25000, 1794214800000, 48646, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700EB37C25ED4E48406D')
--;
INSERT INTO rewards_score (score, reached_ms, board, partner_id, member_id) VALUES (75000, 1792486800000, 48644, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700EB37C25ED4E48406D')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, partner_id, rule_id, member_id) VALUES (0, 0, 1, 1, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700AA65B7DFB76C2DA58', X'01A15889FA80700D88AD7A3FD10EFBB9')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, partner_id, rule_id, member_id) VALUES (0, 0, 2, NULL, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA8070099537F565FD95E5BE', X'01A15889FA80700D88AD7A3FD10EFBB9')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, partner_id, rule_id, member_id) VALUES (0, 1, 0, NULL, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807008AD85D288947A945C', X'01A15889FA80700D88AD7A3FD10EFBB9')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, partner_id, rule_id, member_id) VALUES (1, 1, 0, 1, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700AA65B7DFB76C2DA58', X'01A15889FA80700EB37C25ED4E48406D')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, partner_id, rule_id, member_id) VALUES (1, 1, 0, NULL, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807008AD85D288947A945C', X'01A15889FA80701687767F85CC4C2A1D')
--;
INSERT INTO rewards_tally (paid, cycle, progress, user_limit, partner_id, rule_id, member_id) VALUES (3, 3, 0, NULL, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807008AD85D288947A945C', X'01A15889FA80700EB37C25ED4E48406D')
--;
INSERT INTO rewards_text (partner_id, record_id, name, value) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700FBF3475A3D63736F6', '', 'for Bob')
--;
INSERT INTO rewards_text (partner_id, record_id, name, value) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700FBF3475A3D63736F6', 'till', '4')
--;
INSERT INTO rewards_text (partner_id, record_id, name, value) VALUES (X'01A15889FA807000AA2400E2E0E20362', X'01A1BF892A8070018C9B88DE938E2C0E', '', 'a mistake')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES (15000, 7, 85000, 3, 15000, '2026-11-09T09:00:00.000Z', 24323, X'01A15889FA807000AA2400E2E0E20362', X'01A1BF892A807004B0377778D9D2013F', X'01A15889FA80700EB37C25ED4E48406D', X'01A15889FA808000AA2400E2E0E20384', 'user_partner_transfer')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES (25000, 1, -25000, 1, 25000, '2026-10-20T09:00:00.000Z', 24322, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA80700FBF3475A3D63736F6', X'01A15889FA808000AA2400E2E0E20304', X'01A15889FA80700D88AD7A3FD10EFBB9', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES (25000, 2, -50000, 1, 25000, '2026-10-20T09:00:00.000Z', 24322, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA8070139B02E4883527A9DF', X'01A15889FA808000AA2400E2E0E20304', X'01A15889FA80700EB37C25ED4E48406D', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES (25000, 2, 0, 7, -125000, '2026-11-09T09:00:00.000Z', 24322, X'01A15889FA807000AA2400E2E0E20362', X'01A1BF892A8070018C9B88DE938E2C0E', X'01A15889FA80700D88AD7A3FD10EFBB9', X'01A15889FA808000AA2400E2E0E20304', 'award_reversal')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES (25000, 3, -75000, 2, 50000, '2026-10-20T09:00:00.000Z', 24322, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807014BEAFF97DB2C143B5', X'01A15889FA808000AA2400E2E0E20304', X'01A15889FA80700EB37C25ED4E48406D', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES (25000, 4, -100000, 3, 75000, '2026-10-20T09:00:00.000Z', 24322, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807015A11F3A3040A1533D', X'01A15889FA808000AA2400E2E0E20304', X'01A15889FA80700EB37C25ED4E48406D', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES (25000, 5, -125000, 1, 25000, '2026-10-20T09:00:00.000Z', 24322, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807017A5ACDC53071F2858', X'01A15889FA808000AA2400E2E0E20304', X'01A15889FA80701687767F85CC4C2A1D', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES (25000, 6, -150000, 4, 100000, '2026-11-09T09:00:00.000Z', 24323, X'01A15889FA807000AA2400E2E0E20362', X'01A1BF892A807000B612A245048E99E3', X'01A15889FA808000AA2400E2E0E20304', X'01A15889FA80700EB37C25ED4E48406D', 'award')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES (40000, 2, 0, 6, 100000, '2026-11-09T09:00:00.000Z', 24323, X'01A15889FA807000AA2400E2E0E20362', X'01A1BF892A807003B21F545D540E74CE', X'01A15889FA808000AA2400E2E0E20384', X'01A15889FA80700EB37C25ED4E48406D', 'user_partner_refund')
--;
INSERT INTO rewards_transfer (amount, debit_version, debit_balance, credit_version, credit_balance, created_at, month, partner_id, id, debit_account, credit_account, kind) VALUES (40000, 5, 60000, 1, 40000, '2026-11-09T09:00:00.000Z', 24323, X'01A15889FA807000AA2400E2E0E20362', X'01A1BF892A807002BB35F078003BAE61', X'01A15889FA80700EB37C25ED4E48406D', X'01A15889FA808000AA2400E2E0E20384', 'user_partner_transfer')
--;
INSERT INTO rewards_user (created_at, email_verified_at, id, is_adult, tag, email, email_key, fullname, phone, country_code, date_of_birth, password_hash) VALUES ('2026-10-20T09:00:00.000Z', NULL, X'01A15889FA807005995EE1D1FCDD7E9A', 0, 'ada', 'ada@mail.example', 'ada@mail.example', 'ada lovelace', '0801234567', '+44', NULL, '$argon2id$v=19$m=19456,t=2,p=1$KHiFxwxAYq+ZCGPlKpH9eg$3F+6bl3qVBbnz5Zv7qjTLhXtDweFWb1hEeonGj31QC4')
--;
INSERT INTO rewards_webhook (created_at, updated_at, previous_until, failing_since, held_until, due_at, partner_id, id, last_event, leased_by, url, types, description, secret, previous_secret, status, paused_reason) VALUES ('2026-11-09T09:00:00.000Z', '2026-11-09T09:00:00.000Z', NULL, NULL, NULL, NULL, X'01A15889FA807000AA2400E2E0E20362', X'01A1BF892A8070059FF1B1F2697D8CC7', X'01A1BF892A8070049A3310EAA498BA87', NULL, 'https://shop.example/hooks', '', 'orders', 'whsec_UF/a62BR4waDFi+C0q+K6uIz3xyt6j9zJv1RqDgFh+Q=', NULL, 'active', NULL)
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES (0, 0, 2, NULL, '2026-10-19T22:00:00.000Z', '2026-10-20T22:00:00.000Z', 0, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807008AD85D288947A945C', X'01A15889FA80700D88AD7A3FD10EFBB9', 'day')
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES (1, 0, 2, NULL, '2026-10-19T22:00:00.000Z', '2026-10-20T22:00:00.000Z', 0, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807008AD85D288947A945C', X'01A15889FA80701687767F85CC4C2A1D', 'day')
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES (1, 0, 2, NULL, '2026-11-08T23:00:00.000Z', '2026-11-09T23:00:00.000Z', 0, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807008AD85D288947A945C', X'01A15889FA80700EB37C25ED4E48406D', 'day')
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES (2, 0, 2, NULL, '2026-10-19T22:00:00.000Z', '2026-10-20T22:00:00.000Z', 0, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807008AD85D288947A945C', X'01A15889FA80700EB37C25ED4E48406D', 'day')
--;
INSERT INTO rewards_window (awards, coins, max_awards, max_coins, starts_at, ends_at, generation, partner_id, rule_id, subject_id, period) VALUES (4, 100000, NULL, 1000000, '1970-01-01T00:00:00.000Z', NULL, 0, X'01A15889FA807000AA2400E2E0E20362', X'01A15889FA807008AD85D288947A945C', X'01A15889FA807008AD85D288947A945C', 'ever')
--;
