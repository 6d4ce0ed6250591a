import type { ConsentAction, ConsentMethod } from '@crewline/contract/consent'
import { useLingui } from '@lingui/react/macro'

/** The words for what was said about consent and how, in the language of the page. */
export interface ConsentWords {
  action: Record<ConsentAction, string>
  method: Record<ConsentMethod, string>
}

/** Names every kind of entry and every way in which it can come. */
export function useConsentWords(): ConsentWords {
  const { t } = useLingui()
  return {
    action: {
      opt_in: t`Opted in`,
      opt_out: t`Opted out`,
      attest: t`Agreed to texts`,
      help: t`Asked for help`,
      possible_opt_out: t`May want no more texts`,
      not_opt_out: t`Judged as no opt-out`,
      wrong_number: t`Wrong number`,
    },
    method: {
      keyword: t`by a keyword`,
      natural_language: t`in their own words`,
      web: t`on a web page`,
      qr: t`by a QR code`,
      kiosk: t`at a kiosk`,
      paper: t`on paper`,
      verbal: t`by voice`,
      email: t`by email`,
      voicemail: t`in a voicemail`,
      import_attestation: t`with an import`,
      hris_attestation: t`with the HR system`,
      member: t`through a teammate`,
      carrier: t`told by the carrier`,
    },
  }
}
