/** How the commands of the operator are written. */
export const USAGE = `Usage:
  npm run admin -- add-organization --name NAME --timezone ZONE --owner EMAIL --firstname FIRST --lastname LAST [--country US]
      creates an organization and its owner, and prints the owner's first password
  npm run admin -- add-line --organization SLUG --carrier twilio --phone NUMBER --account SID --key TOKEN [--label LABEL] [--rate MESSAGES_PER_SECOND]
  npm run admin -- add-line --organization SLUG --carrier telnyx --phone NUMBER --key API_KEY --public-key KEY [--label LABEL] [--rate MESSAGES_PER_SECOND]
      adds a number the organization texts from, and prints the webhook address for the carrier's console
  npm run admin -- verify-consent --organization SLUG
      checks that no consent history was changed, and lists the numbers whose history was
  npm run admin -- audit-verify --organization SLUG
      checks that no entry of the audit log was changed, removed or inserted, and prints the end of its chain: keep that
      elsewhere, because a removed end shows only against it
  npm run admin -- export-verify FILE [--public-key KEY]
      checks that no file of an export of records was changed, added or removed, with the key of this installation or
      another one; node bin/verify-records.ts FILE KEY does the same without an installation
  npm run admin -- quarantine [--retry all|ID]
      lists the quarantined carrier events of every organization and of this data directory; with --retry retries
      them: events that are already stored do not change
  npm run admin -- encryption-keys [--rotate yes] [--damaged yes]
      shows how many stored secrets each key seals; with --rotate yes seals them all with the first key of ENCRYPTION_KEYS
      and says which keys may be removed, also while the product runs; with --damaged yes gives up those that do not open
  npm run admin -- clock [--confirm yes]
      shows whether the clock of the database stepped; with --confirm yes it is the right one, and waiting texts go on
  npm run admin -- translation-packs [--import FILE | --remove PAIR]
      lists the translation packs of the data directory, which translate without a service, after importing or removing one
  npm run admin -- make-translation-pack FILE --from en --to es --model FILE --vocabulary FILE [--target-vocabulary FILE]
      --version VERSION --license LICENSE --source WHERE_FROM --sentences FILE
      writes a translation pack from the files of a model; each line of the sentences is one, a tab and its translation
  npm run admin -- backup [FILE] [--files yes]
      writes the database as of now into one file, which holds personal data; with --files also uploaded files
  npm run admin -- restore FILE
      loads a backup into an empty database; stop the server first
  npm run admin -- restore-status
      lists the organizations that send nothing since their database was restored, and the texts that would go out
  npm run admin -- restore-release|restore-cancel --organization SLUG [--unasked yes]
      sends or cancels these texts, and lets the organization send again; with --unasked before its carriers answered

All use the database in DATABASE_URL, or else the embedded one in the DATA_DIR of the server. With DATABASE_URL all but
backup need MASTER_KEY. add-line also needs PUBLIC_URL.`
