import type { Words } from "../en/common.ts"

/** A refusal that needs none of the numbers in the API's words. */
const always = (text: string) => (): string => text

export const refusals: Words["refusals"] = {
  codes: {
    participant_limit_reached: (error) => {
      const [, places] = /rewarded its (\d+) participants/.exec(error) ?? []
      return places === undefined
        ? undefined
        : places === "1"
          ? "Der einzige Platz ist vergeben."
          : `Alle ${places} Plätze sind vergeben.`
    },
    user_limit_reached: (error) => {
      const [, times] = /rewarded this user (\d+) times/.exec(error) ?? []
      return times === undefined
        ? undefined
        : `Dieses Mitglied wurde schon ${times === "1" ? "einmal" : `${times}-mal`} bezahlt. Mehr erlaubt die Regel nicht.`
    },
    activity_not_found: always("Diese Aktivität gibt es nicht."),
    adjustment_not_found: always("Diese Korrektur gibt es nicht."),
    already_decided: always("Über diese Anfrage ist schon entschieden, oder sie ist verfallen."),
    already_reversed: always("Das ist schon ganz zurückgenommen oder erstattet."),
    amount_not_allowed: always("Die Regel zahlt nicht nach einem Betrag. Bitte den Betrag weglassen."),
    amount_required: always("Die Regel zahlt nach einem Betrag. Bitte den Betrag angeben."),
    amount_too_large: always("Der Betrag ergibt mehr Coins, als eine Vergabe zahlen kann."),
    amount_too_small: always("Der Betrag ist kleiner als eine Einheit der Regel."),
    api_key_limit_reached: always(
      "Es gibt schon 100 API-Schlüssel. Bitte einen widerrufen, der nicht mehr gebraucht wird."
    ),
    api_key_not_found: always("Diesen API-Schlüssel gibt es nicht."),
    award_not_found: always("Diese Vergabe gibt es nicht."),
    award_not_pending: always("Diese Vergabe hat keine ausstehenden Coins."),
    award_suppressed: always(
      "Eine Grenze hat diese Vergabe wirkungslos gemacht. Es gibt nichts zurückzunehmen."
    ),
    balance_too_large: always("Das Guthaben wäre größer als 500 000 000 000 Coins."),
    cycle_ended: always(
      "Die Zahlung, für die diese Vergabe zählte, ist schon erfolgt. Bitte die Vergabe zurücknehmen, die gezahlt hat."
    ),
    delivery_not_found: always("Diese Zustellung gibt es nicht mehr."),
    email_taken: always("Diese E-Mail-Adresse ist schon vergeben."),
    idempotency_mismatch: always(
      "Dieselbe Anfrage wurde schon mit anderen Angaben gesendet. Bitte die Seite neu laden."
    ),
    insufficient_coins: (error) => {
      const [, has, needs] = /it has (\S+), this needs (\S+?)[.,;]?(\s|$)/.exec(error) ?? []
      return has === undefined ? undefined : `Das Guthaben reicht nicht: Es hat ${has}, nötig sind ${needs}.`
    },
    last_owner: always("Diese Person ist die einzige, die sich als Inhaber anmelden kann."),
    name_taken: always("Eine andere Regel oder Teilregel hat schon diesen Namen."),
    otp_required: always("Bitte den Code des zweiten Faktors eingeben."),
    otp_wrong: always("Der Code ist falsch oder wurde schon benutzt."),
    own_request: always("Über die eigene Anfrage muss eine andere Person entscheiden."),
    own_role: always("Die eigene Rolle kann nur ein anderer Inhaber ändern."),
    partner_not_found: always("Diesen Partner gibt es nicht."),
    person_limit_reached: always("Das Team hat schon 100 Personen, Eingeladene mitgezählt."),
    person_not_found: always("Diese Person gibt es nicht."),
    request_not_found: always("Diese Anfrage gibt es nicht."),
    rule_changed: always("Die Regel wurde inzwischen geändert."),
    rule_inactive: always("Die Regel ist inaktiv."),
    rule_not_found: always("Diese Regel gibt es nicht."),
    rule_not_running: always(
      "Die Regel zahlt zu dieser Zeit nicht: Sie hat noch nicht begonnen oder ist beendet."
    ),
    session_not_found: always("Diese Sitzung ist schon beendet."),
    totp_already_on: always("Der zweite Faktor ist schon eingeschaltet."),
    totp_not_on: always("Der zweite Faktor ist nicht eingeschaltet."),
    transfer_not_found: always("Diese Einlösung gibt es nicht."),
    webhook_busy: always("Ein Test dieses Webhooks läuft noch. Bitte gleich noch einmal versuchen."),
    webhook_limit_reached: always(
      "Es gibt schon 16 Webhooks. Bitte einen löschen, der nicht mehr gebraucht wird."
    ),
    webhook_not_found: always("Diesen Webhook gibt es nicht.")
  },
  faults: [
    [/^is required$/, "fehlt"],
    [/^or tag is required$/, "oder tag fehlt"],
    [/^must be ("(?:[^"\\]|\\.)*"), got (".*")$/s, "muss $1 sein, nicht $2"],
    [
      /^must be no more than the wallet holds: it has (\S+), this needs (\S+)$/,
      "muss im Guthaben enthalten sein: Es hat $1, nötig sind $2"
    ],
    [/^must be true or false$/, "muss true oder false sein"],
    [
      /^must be a number, such as 1000 or 12\.5, got (.+)$/s,
      "muss eine Zahl sein, etwa 1000 oder 12,5, nicht $1"
    ],
    [/^must be a whole number of 1 or more, got (.+)$/s, "muss eine ganze Zahl ab 1 sein, nicht $1"],
    [
      /^must be an amount of coins above 0, with at most 4 decimals and no more than (\d+), got (.+)$/s,
      "muss eine Zahl von Coins über 0 sein, mit höchstens 4 Nachkommastellen und nicht größer als $1, nicht $2"
    ],
    [
      /^must be a decimal above 0, with at most 4 decimals and no more than (\d+), got (.+)$/s,
      "muss eine Zahl über 0 sein, mit höchstens 4 Nachkommastellen und nicht größer als $1, nicht $2"
    ],
    [
      /^must be -1 \(no maximum\) or a whole number of 1 or more, got (.+)$/s,
      "muss -1 (ohne Grenze) oder eine ganze Zahl ab 1 sein, nicht $1"
    ],
    [
      /^must be the IANA name of a time zone, such as Europe\/Berlin, got (.+)$/s,
      "muss der IANA-Name einer Zeitzone sein, etwa Europe/Berlin, nicht $1"
    ],
    [
      /^must be a whole number of days from 1 to (\d+), got (.+)$/s,
      "muss eine ganze Zahl von 1 bis $1 Tagen sein, nicht $2"
    ],
    [/^must have awards, coins or both$/, "braucht Zahlungen, Coins oder beides"],
    [/^or coins is required$/, "oder coins fehlt"],
    [
      /^must be a number of at most (\d+) significant digits, got (.+)$/s,
      "muss eine Zahl mit höchstens $1 bedeutsamen Stellen sein, nicht $2"
    ],
    [/^must be a list of at least one condition$/, "braucht mindestens eine Bedingung"],
    [
      /^is required, because the rule has a unit: name the field of the data that is the amount$/,
      "fehlt: Die Regel hat eine Einheit. Bitte das Feld der Daten angeben, das der Betrag ist"
    ],
    [
      /^must be a period of whole years, months and days, such as P1Y, P90D or P1Y6M10D, of at least 1 day and at most 10 years from any day on, got (.+)$/s,
      "muss eine Dauer in ganzen Jahren, Monaten und Tagen sein, mindestens 1 Tag und höchstens 10 Jahre, nicht $1"
    ],
    [/^can only be given together with unit$/, "gibt es nur zusammen mit unit"],
    [/^must be an e-mail address(.*)$/s, "muss eine E-Mail-Adresse sein"],
    [
      /^must be at most (\S+), the part of the award that is not reversed yet$/,
      "darf höchstens $1 sein, denn mehr ist von der Vergabe nicht übrig"
    ],
    [/^must be a JSON object, such as (.+)$/s, "muss ein JSON-Objekt sein, etwa $1"],
    [/^must be JSON: .+$/s, "muss gültiges JSON sein"],
    [/^has the key (.+) twice$/s, "hat den Namen $1 zweimal"],
    [/^needs a first and a last day$/, "braucht einen ersten und einen letzten Tag"],
    [/^the last day must not be before the first$/, "liegt vor dem ersten Tag"],
    [/^must be text of 0 to (\d+) characters$/, "muss ein Text von höchstens $1 Zeichen sein"],
    [/^must be text of 1 to (\d+) characters$/, "muss ein Text von 1 bis $1 Zeichen sein"],
    [/^must have no spaces around it$/, "darf außen keine Leerzeichen haben"],
    [/^must have a name of 1 to (\d+) characters$/, "braucht einen Namen von 1 bis $1 Zeichen"],
    [/^cannot be more than (\d+) for one member$/, "hat je Mitglied höchstens $1 Einträge"],
    [/^or tag is required$/, "oder tag ist nötig"],
    [/^must be "CR" to add coins or "DE" to remove them$/, "muss CR (hinzufügen) oder DE (entfernen) sein"],
    [
      /^cannot be true for a debit: only credits count on boards$/,
      "kann bei DE nicht true sein: In den Ranglisten zählt nur CR"
    ],
    [
      /^cannot be given for a debit: only the coins of a credit can expire$/,
      "geht bei DE nicht: Nur bei CR können Coins verfallen"
    ],
    [
      /^must be a period of whole years, months and days, such as P1Y$/,
      "muss ein Zeitraum aus ganzen Jahren, Monaten und Tagen sein, etwa P1Y"
    ],
    [
      /^has a quote inside a cell: put the whole cell into quotes, and write each quote in it twice$/,
      "hat ein Anführungszeichen in einer Zelle: Bitte die ganze Zelle in Anführungszeichen setzen und jedes darin verdoppeln"
    ],
    [/^has a quote that is not closed$/, "hat ein Anführungszeichen, das nicht geschlossen wird"],
    [/^a range has at most (\d+) days, this one has (\d+)$/, "ist zu weit: höchstens $1 Tage, nicht $2"]
  ]
}
