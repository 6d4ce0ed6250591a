import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const Line = z.strictObject({
  text: z.string().min(1),
  lang: z.enum(['en', 'es', 'fr', 'pt', 'vi', 'zh', 'ht', 'ar']),
  label: z.enum(['opt_out', 'opt_in', 'help', 'maybe', 'none']),
  source: z.string().min(1),
})

/** One labelled text. */
export type Labelled = z.infer<typeof Line>

const FOLDER = fileURLToPath(new URL('.', import.meta.url))

/** Reads every labeled text of the corpus; throws on an invalid line. */
export function readCorpus(): Labelled[] {
  return readFolder(FOLDER)
}

/**
 * Reads texts written after the rules, for which no rule was ever changed: only these measure quality on unseen
 * wording.
 */
export function readHeldOut(): Labelled[] {
  return readFolder(`${FOLDER}held-out/`)
}

function readFolder(folder: string): Labelled[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) =>
      readFileSync(folder + file, 'utf8')
        .trim()
        .split('\n'),
    )
    .map((line) => Line.parse(JSON.parse(line)))
}
