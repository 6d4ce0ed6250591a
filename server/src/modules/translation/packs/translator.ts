import { join } from 'node:path'
import type { Translator, TranslatorRequest } from '../remote.ts'
import { baseOf } from '../rules.ts'
import { Engine } from './engine.ts'
import type { PackManifest } from './manifest.ts'
import { filesOf, packsFolder, packsIn, pairOf } from './store.ts'

/** How long the list of packs is remembered, in ms: an operator imports one while the product runs. */
const REMEMBER_MS = 5_000

/**
 * Translates with the packs of a data directory, without a service. Only pairs with a pack of their own: two models in a
 * row would double the mistakes.
 */
export class PackTranslator implements Translator {
  readonly name = 'Offline models'
  /** A model changes them like words. */
  readonly keepsPlaceholders = false
  private readonly dataDir: string
  private readonly monotonicMs: () => number
  private known: { packs: PackManifest[]; untilMs: number } | undefined
  private readonly engines = new Map<string, { engine: Engine; model: string }>()

  constructor(dataDir: string, monotonicMs: () => number) {
    this.dataDir = dataDir
    this.monotonicMs = monotonicMs
  }

  get pairs(): { from: string; to: string }[] {
    return this.packs().map(({ from, to }) => ({ from, to }))
  }

  translates(from: string, to: string): boolean {
    return this.packFor(from, to) !== undefined
  }

  /** Names the model, so that what an earlier one made is not used again. */
  providerFor(from: string, to: string): string {
    const pack = this.packFor(from, to)
    return pack ? `${this.name} ${pairOf(pack)} ${pack.version}` : this.name
  }

  async translate({ text, from, to }: TranslatorRequest): Promise<string> {
    const pack = this.packFor(from, to)
    if (!pack) throw new Error('there is no translation pack for this pair')
    const translated = (await this.engineOf(pack).translate(text)).trim()
    if (translated === '') throw new Error('the model answered without a translation')
    return translated
  }

  private packs(): PackManifest[] {
    const now = this.monotonicMs()
    if (!this.known || this.known.untilMs < now)
      this.known = { packs: packsIn(this.dataDir), untilMs: now + REMEMBER_MS }
    return this.known.packs
  }

  private packFor(from: string, to: string): PackManifest | undefined {
    return this.packs().find((pack) => pack.from === baseOf(from) && pack.to === baseOf(to))
  }

  private engineOf(pack: PackManifest): Engine {
    const pair = pairOf(pack)
    const model = pack.files['model.bin'].sha256
    const running = this.engines.get(pair)
    if (running?.model === model) return running.engine
    void running?.engine.close()
    const engine = new Engine(filesOf(join(packsFolder(this.dataDir), pair)))
    this.engines.set(pair, { engine, model })
    return engine
  }
}
