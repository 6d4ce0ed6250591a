import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { importerOf, type Importer } from './actor.ts'
import { checkStep } from './checking/check-pass.ts'
import { readStep } from './reading/read-pass.ts'
import { runStep } from './running/run-pass.ts'
import { notifyImporter } from './running/telling.ts'
import { undoStep } from './running/undo-pass.ts'
import { importFailedText } from './running/words.ts'
import { dropImport, saveImport, takeImport, type StoredImport } from './store/imports.ts'

/** A step without progress for this long is considered dead and repeated, in ms. */
const STEP_MS = 20_000
/** Consecutive failures of a step before an import is given up. */
const ATTEMPTS = 5

/** Processes imports for the life of the process. */
export function startImports(kernel: Kernel): Running {
  return followQueue(kernel, { name: 'imports', wakeUp: 'imports', pass: () => passImports(kernel) })
}

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

/** Runs one step of the import that has waited longest; returns whether there was one. */
export async function passImports(kernel: Kernel, sizes = SIZES): Promise<boolean> {
  const system = kernel.database.asSystem('import files of every organization are processed')
  const now = kernel.world.now()
  const storedImport = await takeImport(system, now, new Date(now.getTime() + STEP_MS))
  if (!storedImport) return false
  const importer = await importerOf(kernel, storedImport)
  if (!importer)
    await dropImport(
      system,
      storedImport,
      { en: 'Who uploaded this file is not a teammate any more.', es: 'Quien subió este archivo ya no es del equipo.' },
      now,
    )
  else if (storedImport.attempts > ATTEMPTS) await failImport(storedImport, importer)
  else await step({ kernel, sizes }, storedImport, importer)
  return true
}

async function step(
  { kernel, sizes }: { kernel: Kernel; sizes: StepSizes },
  storedImport: StoredImport,
  importer: Importer,
): Promise<void> {
  try {
    if (storedImport.state === 'reading') await readStep({ kernel, rows: sizes.read }, storedImport, importer)
    if (storedImport.state === 'checking') await checkStep(storedImport, importer, sizes.check)
    if (storedImport.state === 'running') await runStep(storedImport, importer, sizes.run)
    if (storedImport.state === 'undoing') await undoStep(storedImport, importer, sizes.undo)
  } catch (error) {
    importer.scope.log.warn(
      { err: error, import: storedImport.id, state: storedImport.state },
      'imports: a step failed, trying again',
    )
    throw error
  }
}

async function failImport(storedImport: StoredImport, { scope, locale }: Importer): Promise<void> {
  scope.log.error(
    { import: storedImport.id, state: storedImport.state },
    'imports: a step failed repeatedly, giving up',
  )
  await scope.tx(async (tx) => {
    const problem = {
      en: 'Something went wrong on our side. What came in so far stays; upload the file again to bring in the rest.',
      es: 'Algo falló de nuestro lado. Lo que entró se queda; sube el archivo otra vez para traer el resto.',
    }
    await saveImport(tx, storedImport.id, { state: 'failed', problem, finishedAt: tx.world.now(), due: null })
    tx.audit('import.given-up', storedImport.id, { state: storedImport.state })
    notifyImporter(tx, storedImport, { type: 'error', ...importFailedText(storedImport.fileName, locale) })
  })
}
