import { defineFact } from '../../kernel/facts/define.ts'

/** Numbers opted out or in; hearers look up what stands now. */
export const ConsentChanged = defineFact<{ phones: string[] }>('consent.changed')
