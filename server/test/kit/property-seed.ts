import fc from 'fast-check'

/**
 * Property tests draw the same values in every run, so that a run fails only for what changed. To search for more:
 *
 *   PROPERTY_SEED=random npx vitest run --project server <paths>
 *
 * A failure prints its seed, which can be given instead of `random`.
 */
const wanted = process.env['PROPERTY_SEED'] ?? '2026'
if (wanted !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wanted) })
