import type { ENTITY_TYPES, USE_CASES, VERTICALS } from '@crewline/contract/carrier-registration-limits'
import { useLingui } from '@lingui/react/macro'
import type { Registration } from './api.ts'

/** Returns the words of states, choices and carriers of a registration. */
export function useRegistrationNames() {
  const { t } = useLingui()
  const states: Record<Registration['state'], string> = {
    not_started: t`Draft`,
    submitting: t`Being sent`,
    in_review: t`In review`,
    approved: t`Approved`,
    rejected: t`Needs a fix`,
  }
  const kinds: Record<Registration['kind'], string> = {
    brand: t`Company`,
    campaign: t`Texts and local numbers`,
    toll_free: t`Toll-free number`,
  }
  const carriers: Record<Registration['carrier'], string> = {
    twilio: 'Twilio',
    telnyx: 'Telnyx',
    simulated: t`Simulated carrier`,
  }
  const entityTypes: Record<(typeof ENTITY_TYPES)[number], string> = {
    private_profit: t`Private company`,
    public_profit: t`Publicly traded company`,
    non_profit: t`Nonprofit`,
    government: t`Government`,
  }
  const verticals: Record<(typeof VERTICALS)[number], string> = {
    agriculture: t`Agriculture`,
    communication: t`Communication`,
    construction: t`Construction`,
    education: t`Education`,
    energy: t`Energy`,
    entertainment: t`Entertainment`,
    financial: t`Financial services`,
    government: t`Government`,
    healthcare: t`Healthcare`,
    hospitality: t`Hospitality`,
    human_resources: t`Staffing`,
    insurance: t`Insurance`,
    legal: t`Legal services`,
    manufacturing: t`Manufacturing`,
    ngo: t`Nonprofit`,
    postal: t`Delivery`,
    professional: t`Professional services`,
    real_estate: t`Real estate`,
    retail: t`Retail`,
    technology: t`Technology`,
    transportation: t`Transportation`,
  }
  const useCases: Record<(typeof USE_CASES)[number], string> = {
    low_volume: t`Low volume (several purposes, few texts)`,
    mixed: t`Mixed (several purposes)`,
    customer_care: t`Conversations with people`,
    account_notification: t`Notifications about employment`,
    delivery_notification: t`Delivery notifications`,
    public_service_announcement: t`Public announcements`,
    security_alert: t`Safety and security alerts`,
  }
  return { states, kinds, carriers, entityTypes, verticals, useCases }
}
