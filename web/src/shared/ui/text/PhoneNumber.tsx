import { getCountryCallingCode, parsePhoneNumberFromString, isSupportedCountry } from 'libphonenumber-js/min'

export interface PhoneNumberProps {
  /** E.164: +15550102233. */
  phone: string
  /** The country whose numbers are shown without country code; all are shown with it when absent. */
  home?: string
}

/**
 * Formats a phone number: "(555) 010-2233" at home, "+1 555 010 2233" abroad; returns an unparsable number unchanged.
 */
export function readablePhone(phone: string, home?: string): string {
  const parsed = parsePhoneNumberFromString(phone)
  if (!parsed) return phone
  // Compares calling codes, because reserved example numbers belong to no country.
  return home && isSupportedCountry(home) && parsed.countryCallingCode === getCountryCallingCode(home)
    ? parsed.formatNational()
    : parsed.formatInternational()
}

/** Shows a phone number left to right in every language and without line breaks. */
export function PhoneNumber({ phone, home }: PhoneNumberProps) {
  return (
    <bdi dir="ltr" className="tabular" style={{ whiteSpace: 'nowrap' }}>
      {readablePhone(phone, home)}
    </bdi>
  )
}
