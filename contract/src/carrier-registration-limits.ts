// Choices and limits of the registration of numbers with carriers, without schemas, because the pages import this file too.

/** The legal form of a company, as registries of senders know it. */
export const ENTITY_TYPES = ['private_profit', 'public_profit', 'non_profit', 'government'] as const
/** The lines of business that registries of senders know. */
export const VERTICALS = [
  'agriculture',
  'communication',
  'construction',
  'education',
  'energy',
  'entertainment',
  'financial',
  'government',
  'healthcare',
  'hospitality',
  'human_resources',
  'insurance',
  'legal',
  'manufacturing',
  'ngo',
  'postal',
  'professional',
  'real_estate',
  'retail',
  'technology',
  'transportation',
] as const
/** What texts are for, of the purposes that carriers know. */
export const USE_CASES = [
  'low_volume',
  'mixed',
  'customer_care',
  'account_notification',
  'delivery_notification',
  'public_service_announcement',
  'security_alert',
] as const
/** Texts in a month, as steps up to which carriers ask. */
export const MONTHLY_TEXTS = [1_000, 10_000, 100_000, 250_000, 500_000, 1_000_000] as const
/** Most texts in a month of a brand with low volume. */
export const LOW_VOLUME_TEXTS = 100_000

/** Shortest description of a use, in characters. */
export const DESCRIPTION_MIN = 50
/** Shortest explanation of how people agree, in characters. */
export const OPT_IN_FLOW_MIN = 40
/** Shortest sample text, in characters. */
export const SAMPLE_MIN = 20
/** Fewest and most sample texts. */
export const SAMPLES_MIN = 2
/** Most sample texts. */
export const SAMPLES_MAX = 5
/** Longest sample text, help text and confirmation, in characters. */
export const REGISTERED_TEXT_MAX = 320
/** Longest description of a use and of how people agree, in characters. */
export const REGISTERED_PARAGRAPH_MAX = 1000
/** Most numbers of one campaign. */
export const CAMPAIGN_NUMBERS_MAX = 49
/** Submissions and questions to carriers by one organization in an hour. */
export const REGISTRATION_CALLS_PER_HOUR = 60
