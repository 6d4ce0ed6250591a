import type { ConsentAction, ConsentMethod } from '@crewline/contract/consent'
import { useLingui } from '@lingui/react/macro'

/** Labels for consent actions and methods, in the language of the page. */
export interface ConsentLabels {
  action: Record<ConsentAction, string>
  method: Record<ConsentMethod, string>
}

/** Returns a label for every consent action and method. */
export function useConsentLabels(): ConsentLabels {
  const { t } = useLingui()
  return {
    action: {
      opt_in: t`Opted in`,
      opt_out: t`Opted out`,
      attest: t`Agreed to get texts`,
      help: t`Asked for help`,
      possible_opt_out: t`Possible opt-out request`,
      not_opt_out: t`Marked as not an opt-out`,
      wrong_number: t`Wrong number`,
      opt_out_undone: t`Opt-out undone`,
    },
    method: {
      keyword: t`Keyword`,
      natural_language: t`In their own words`,
      web: t`Web page`,
      qr: t`QR code`,
      kiosk: t`Kiosk`,
      paper: t`On paper`,
      verbal: t`In person`,
      email: t`By email`,
      voicemail: t`Voicemail`,
      import_attestation: t`Import`,
      hris_attestation: t`HR system`,
      member: t`Teammate`,
      carrier: t`Carrier`,
      transfer: t`Transfer`,
    },
  }
}
