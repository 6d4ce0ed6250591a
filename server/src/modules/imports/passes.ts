import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { importerOf, type Importer } from './actor.ts'
import { checkStep } from './checking/check-pass.ts'
import { readStep } from './reading/read-pass.ts'
import { runStep } from './running/run-pass.ts'
import { tellImporter } from './running/telling.ts'
import { undoStep } from './running/undo-pass.ts'
import { failedWords } from './running/words.ts'
import { dropImport, saveImport, takeImport, type StoredImport } from './store/imports.ts'

/** A step that says nothing for this long is taken for dead and done again, in ms. */
const STEP_MS = 20_000
/** Steps that fail in a row before an import is given up. */
const ATTEMPTS = 5

/** Works off files of people, for the life of the process. */
export function startImports(kernel: Kernel): Running {
  return followQueue(kernel, { name: 'imports', ring: 'imports', pass: () => passImports(kernel) })
}

/** How many rows one transaction deals with, by what is done to them. */
export interface StepSizes {
  read: number
  check: number
  run: number
  undo: number
}

/** What a step holds is garbage that lives long enough to be kept for long: small steps keep the process small, larger ones save little. */
const SIZES: StepSizes = { read: 500, check: 500, run: 4000, undo: 1000 }

/** Does one step of the import that waits longest; answers whether there was one. */
export async function passImports(kernel: Kernel, sizes = SIZES): Promise<boolean> {
  const system = kernel.database.asSystem('files of people of every organization are brought in')
  const now = kernel.world.now()
  const one = await takeImport(system, now, new Date(now.getTime() + STEP_MS))
  if (!one) return false
  const importer = await importerOf(kernel, one)
  if (!importer)
    await dropImport(
      system,
      one,
      { en: 'Who uploaded this file is not a teammate any more.', es: 'Quien subió este archivo ya no es del equipo.' },
      now,
    )
  else if (one.attempts > ATTEMPTS) await giveUp(one, importer)
  else await step({ kernel, sizes }, one, importer)
  return true
}

async function step(
  { kernel, sizes }: { kernel: Kernel; sizes: StepSizes },
  one: StoredImport,
  importer: Importer,
): Promise<void> {
  try {
    if (one.state === 'reading') await readStep({ kernel, rows: sizes.read }, one, importer)
    if (one.state === 'checking') await checkStep(one, importer, sizes.check)
    if (one.state === 'running') await runStep(one, importer, sizes.run)
    if (one.state === 'undoing') await undoStep(one, importer, sizes.undo)
  } catch (error) {
    importer.scope.log.warn({ err: error, import: one.id, state: one.state }, 'imports: a step failed, trying again')
    throw error
  }
}

async function giveUp(one: StoredImport, { scope, locale }: Importer): Promise<void> {
  scope.log.error({ import: one.id, state: one.state }, 'imports: a step failed again and again, given up')
  await scope.tx(async (tx) => {
    const problem = {
      en: 'Something went wrong on our side. What came in so far stays; upload the file again to bring in the rest.',
      es: 'Algo falló de nuestro lado. Lo que entró se queda; sube el archivo otra vez para traer el resto.',
    }
    await saveImport(tx, one.id, { state: 'failed', problem, finishedAt: tx.world.now(), due: null })
    tx.audit('import.given-up', one.id, { state: one.state })
    tellImporter(tx, one, { type: 'error', ...failedWords(one.fileName, locale) })
  })
}
