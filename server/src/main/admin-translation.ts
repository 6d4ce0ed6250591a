import { importPack, makePack, packsIn, pairOf, removePack } from '../modules/translation/index.ts'
import { mistype, needed, type OptionReader } from './admin-options.ts'

/**
 * Lists the translation packs of a data directory, after it imported or removed one. Throws with the reason when a pack
 * cannot be imported.
 */
export async function showPacks(dataDir: string, readOption: OptionReader): Promise<string> {
  const [file, pair] = [readOption('import'), readOption('remove')]
  if (file !== undefined && pair !== undefined) mistype('Import or remove one pack at a time.')
  const done: string[] = []
  if (file !== undefined) {
    const pack = await importPack(dataDir, file)
    done.push(`Imported the translation pack ${pairOf(pack)} ${pack.version}. It is used within seconds.`)
  }
  if (pair !== undefined) {
    await removePack(dataDir, pair)
    done.push(`Removed the translation pack ${pair}.`)
  }
  const packs = packsIn(dataDir).map(
    (pack) => `${pairOf(pack)}  version ${pack.version}, license ${pack.license}, from ${pack.source}`,
  )
  return [...done, ...(packs.length > 0 ? packs : ['There is no translation pack.'])].join('\n')
}

/** Writes a translation pack from the files of a model. */
export async function writePack(readOption: OptionReader): Promise<string> {
  const need = (name: string) => needed(readOption, name)
  const to = need('file')
  const vocabulary = need('vocabulary')
  const pack = await makePack(to, {
    from: need('from'),
    to: need('to'),
    version: need('version'),
    license: need('license'),
    source: need('source'),
    files: {
      'model.bin': need('model'),
      'source.spm': vocabulary,
      'target.spm': readOption('target-vocabulary') ?? vocabulary,
    },
    sentences: need('sentences'),
  })
  return `Wrote ${to}, which translates ${pairOf(pack)}. Import it with: npm run admin -- translation-packs --import ${to}`
}
