import { msg } from '@crewline/contract/localized-text'
import { RUN_KINDS } from '@crewline/contract/events'
import type { LocalizedText } from '@crewline/contract/words'
import type { Kernel } from '../../kernel/kernel.ts'
import { defineRun, type RunDefinition, type StopReason } from '../../kernel/runs/define.ts'
import { takeRunStep } from '../../kernel/runs/step.ts'
import type { Tx } from '../../kernel/scope.ts'
import { importerOf } from './actor.ts'
import { checkStep } from './checking/check-pass.ts'
import { readStep } from './reading/read-pass.ts'
import { runStep } from './running/run-pass.ts'
import { notifyImporter } from './running/telling.ts'
import { undoStep } from './running/undo-pass.ts'
import { importFailedText } from './running/words.ts'
import { lockImport, readImport, saveImport, type StoredState } from './store/imports.ts'

/** The part of a step that commits with the next job; returns whether the import continues. */
export type ImportCommit = (tx: Tx) => Promise<'continue' | 'end'>

/** The number of rows per transaction for each kind of step. */
export interface StepSizes {
  read: number
  check: number
  run: number
  undo: number
}

/**
 * The objects of a step live long enough to be promoted to the old generation of the heap: small steps keep the process
 * small, and larger ones save little time.
 */
const SIZES: StepSizes = { read: 500, check: 500, run: 4000, undo: 1000 }

/** The states in which an import waits for its next step. */
const MOVING: ReadonlySet<StoredState> = new Set(['reading', 'checking', 'running', 'undoing'])

function importRunOf(sizes: StepSizes): RunDefinition<ImportCommit> {
  return defineRun<ImportCommit>({
    name: RUN_KINDS.import,
    table: 'import',
    maxAttempts: 5,
    // A file of 200,000 rows is read in one step.
    stepSeconds: 3600,
    isUnlimited: true,
    permission: async () => 'contacts.edit',
    watchers: 'contacts.edit',
    prepare: async (run) => {
      const storedImport = await readImport(run.scope.db, run.id)
      const importer = importerOf(run)
      if (!storedImport || !importer) return async () => 'end' as const
      switch (storedImport.state) {
        case 'reading':
          return readStep({ run, rows: sizes.read }, storedImport, importer)
        case 'checking':
          return checkStep(storedImport, importer, sizes.check)
        case 'running':
          return (tx) => runStep(tx, storedImport.id, importer, sizes.run)
        case 'undoing':
          return (tx) => undoStep(tx, storedImport.id, importer, sizes.undo)
        default:
          return async () => 'end' as const
      }
    },
    step: (tx, _run, commit) => commit(tx),
    stop: async (tx, { id, member }, reason) => {
      const storedImport = await lockImport(tx, id)
      if (!storedImport || !MOVING.has(storedImport.state)) return
      await saveImport(tx, id, { state: 'failed', problem: PROBLEMS[reason], finishedAt: tx.world.now() })
      tx.audit('import.given-up', id, { state: storedImport.state, reason })
      if (!member) return
      notifyImporter(tx, storedImport, { type: 'error', ...importFailedText(storedImport.fileName, member.locale) })
    },
  })
}

/** Imports: reading, checking, running and undoing a file of contacts. */
export const importRun = importRunOf(SIZES)

/** Takes one step of an import; returns whether there was one. `isImmediate` ignores the delay before a retry. */
export function passImports(
  kernel: Kernel,
  sizes?: StepSizes,
  options: { isImmediate?: boolean } = {},
): Promise<boolean> {
  return takeRunStep(kernel, sizes ? importRunOf(sizes) : importRun, options)
}

const PROBLEMS: Record<StopReason, LocalizedText> = {
  failed: msg({
    message:
      'Something went wrong on our side. The rows imported so far stay. Upload the file again to import the rest.',
  }),
  not_permitted: msg({ message: 'The teammate who uploaded this file can no longer edit contacts.' }),
  not_a_member: msg({ message: 'The teammate who uploaded this file has left the team.' }),
}
