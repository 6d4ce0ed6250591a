import type { OptInCheck, OptInJoin, OptInPage } from '@crewline/contract/opt-in'
import { useLingui } from '@lingui/react/macro'
import { useContactFieldNames } from '../fields/index.ts'

export { AUTONYMS } from '@crewline/contract/flow-languages'

/** The languages that a page can have. */
export { flowLanguages as PAGE_LANGUAGES } from '@crewline/contract/flow-languages'

/** Returns the names of what pages are made of. */
export function useOptInNames() {
  const { t } = useLingui()
  const status: Record<OptInPage['status'], string> = { active: t`Published`, paused: t`Paused` }
  const join: Record<OptInJoin['state'], string> = {
    code: t`Waits for the code`,
    reply: t`Waits for YES`,
    joined: t`Joined`,
    expired: t`Not finished`,
  }
  const check: Record<OptInCheck, string> = {
    title: t`A title in each language`,
    who: t`Says who texts`,
    how_often: t`Says what people get, and how often`,
    rates: t`Says that message and data rates may apply`,
    stop_and_help: t`Explains STOP and HELP`,
    voluntary: t`Says that agreeing is not a condition of work`,
    terms_and_privacy: t`Links to your terms and your privacy policy`,
    number: t`You have a number that can text`,
    proof: t`People prove that the number is theirs`,
  }
  const { firstname, lastname, email, jobTitle, department, location } = useContactFieldNames()
  const field: Record<string, string> = { firstname, lastname, email, jobTitle, department, location }
  return { status, join, check, field }
}
