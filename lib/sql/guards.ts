import type { Dialect } from "./Dialect.ts"

/** Triggers for conditions that a constraint cannot check, or can check only row by row, which is slower. */

const refusal = (table: string) => `${table} is append-only: a correction is a new row`

/** Returns the triggers that refuse to change or delete rows. */
export const appendOnly = (dialect: Dialect, table: string): ReadonlyArray<string> =>
  dialect.name === "sqlite"
    ? ["UPDATE", "DELETE"].map(
        (event) => `CREATE TRIGGER ${table}_no_${event.toLowerCase()} BEFORE ${event} ON ${table}
          BEGIN SELECT RAISE(ABORT, '${refusal(table)}'); END`
      )
    : [
        `CREATE FUNCTION ${table}_append_only() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION '${refusal(table)}'; END $$`,
        `CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE ON ${table}
          FOR EACH ROW EXECUTE FUNCTION ${table}_append_only()`,
        `CREATE TRIGGER ${table}_no_truncate BEFORE TRUNCATE ON ${table}
          FOR EACH STATEMENT EXECUTE FUNCTION ${table}_append_only()`
      ]

/** A reference to a table. In each pair, the column `from` of the referring row must equal the column `to` of the referenced row. */
interface Reference {
  readonly table: string
  readonly columns: ReadonlyArray<readonly [from: string, to: string]>
  /** The columns `from` that may be NULL. A row with NULL in one of them refers to no row. */
  readonly nullable: ReadonlyArray<string>
}

/**
 * Returns the trigger that checks the references of all inserted rows on PostgreSQL. `permanent` and `atCommit` protect the rows to which
 * other rows refer.
 */
export const references = (table: string, to: ReadonlyArray<Reference>): ReadonlyArray<string> => {
  const broken = to.map((reference) => {
    const same = reference.columns.map(([from, column]) => `t.${column} = n.${from}`)
    // PostgreSQL evaluates a scalar subquery for each row. It may turn EXISTS into a join that reads the whole table.
    const missing = `(SELECT 1 FROM ${reference.table} t WHERE ${same.join(" AND ")}) IS NULL`
    const refers = reference.nullable.map((from) => `n.${from} IS NOT NULL AND `)
    return `(${refers.join("")}${missing})`
  })
  return [
    `CREATE FUNCTION ${table}_references() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM added n WHERE ${broken.join(" OR ")}) THEN
          RAISE EXCEPTION 'a row of ${table} refers to a row that does not exist' USING ERRCODE = 'foreign_key_violation';
        END IF;
        RETURN NULL;
      END $$`,
    `CREATE TRIGGER ${table}_references AFTER INSERT ON ${table}
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ${table}_references()`
  ]
}

/**
 * Returns the triggers that protect rows for which the condition holds: they cannot be deleted, and their keys cannot change. TRUNCATE is
 * always refused.
 */
export const permanent = (table: string, key: string, condition: string): ReadonlyArray<string> => [
  `CREATE FUNCTION ${table}_permanent() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'rows refer to this row of ${table}' USING ERRCODE = 'foreign_key_violation'; END $$`,
  `CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table}
    FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION ${table}_permanent()`,
  `CREATE TRIGGER ${table}_no_move BEFORE UPDATE OF ${key} ON ${table}
    FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION ${table}_permanent()`,
  `CREATE TRIGGER ${table}_no_truncate BEFORE TRUNCATE ON ${table}
    FOR EACH STATEMENT EXECUTE FUNCTION ${table}_permanent()`
]

/** Returns the trigger that fails at COMMIT if a change broke a reference. `broken` is a condition over NEW and OLD. */
export const atCommit = (table: string, events: string, broken: string): ReadonlyArray<string> => [
  `CREATE FUNCTION ${table}_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF ${broken} THEN
        RAISE EXCEPTION 'a change of ${table} leaves a row that refers to a row that does not exist' USING ERRCODE = 'foreign_key_violation';
      END IF;
      RETURN NULL;
    END $$`,
  `CREATE CONSTRAINT TRIGGER ${table}_at_commit AFTER ${events} ON ${table}
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ${table}_at_commit()`
]
