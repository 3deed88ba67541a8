import type { Dialect } from "../../sql/Dialect.ts"

/** Triggers that refuse what a constraint cannot, or only slowly. */

const refusal = (table: string) => `${table} is append-only: a correction is a new row`

/** Refuses every change and removal of a row. */
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

/** For each column of the row that is referred to, the column that refers to it. */
type Reference = Readonly<Record<string, string>>

/**
 * PostgreSQL checks a foreign key by a query for each row, which took a third of an award. This does the same once for all rows
 * that a statement inserts, by index look-ups. `permanent` and `atCommit` do what is left of a foreign key: they keep the rows that
 * are referred to.
 */
export const references = (
  table: string,
  to: Readonly<Record<string, ReadonlyArray<Reference>>>
): ReadonlyArray<string> => {
  const missing = Object.entries(to).flatMap(([target, all]) =>
    all.map((reference) => {
      const same = Object.entries(reference).map(([column, from]) => `t.${column} = n.${from}`)
      // A scalar subquery stays one look-up a row; PostgreSQL may turn EXISTS into a join that reads the whole table.
      return `(SELECT 1 FROM ${target} t WHERE ${same.join(" AND ")}) IS NULL`
    })
  )
  return [
    `CREATE FUNCTION ${table}_references() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM added n WHERE ${missing.join(" OR ")}) THEN
          RAISE EXCEPTION 'a row of ${table} refers to a row that is not there' USING ERRCODE = 'foreign_key_violation';
        END IF;
        RETURN NULL;
      END $$`,
    `CREATE TRIGGER ${table}_references AFTER INSERT ON ${table}
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ${table}_references()`
  ]
}

/** Refuses to remove a row, where the condition holds, and to change its key, since other rows refer to it. */
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

/** Refuses at commit what leaves a row whose reference is broken. `broken` is a condition over NEW and OLD. */
export const atCommit = (table: string, events: string, broken: string): ReadonlyArray<string> => [
  `CREATE FUNCTION ${table}_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF ${broken} THEN
        RAISE EXCEPTION 'a change of ${table} leaves a row that refers to none' USING ERRCODE = 'foreign_key_violation';
      END IF;
      RETURN NULL;
    END $$`,
  `CREATE CONSTRAINT TRIGGER ${table}_at_commit AFTER ${events} ON ${table}
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ${table}_at_commit()`
]
