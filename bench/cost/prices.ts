/**
 * AWS prices in US dollars: list prices of us-east-1, without free tiers, as commonly known. They were not checked
 * against AWS's pages: look there before relying on a total. All prices are here.
 */
export const usd = {
  /** https://aws.amazon.com/lambda/pricing: arm64, by started millisecond. */
  lambdaGbSecond: 0.0000133334,
  lambdaRequest: 0.2e-6,
  /** https://aws.amazon.com/sqs/pricing: standard queues; each call is a request, including empty receives. */
  sqsRequest: 0.4e-6,
  /** https://aws.amazon.com/eventbridge/pricing: custom events. */
  busEvent: 1e-6,
  /** https://aws.amazon.com/api-gateway/pricing: HTTP APIs. */
  apiRequest: 1e-6,
  /** https://aws.amazon.com/cloudfront/pricing: HTTPS requests, North America. */
  cdnRequest: 1e-6,
  /** https://aws.amazon.com/ses/pricing: an email sent by SES; other senders have their own prices. */
  email: 0.1e-3,
  /** https://aws.amazon.com/rds/aurora/pricing: Serverless v2, Standard. */
  auroraAcuHour: 0.12,
  auroraIo: 0.2e-6,
  auroraGbMonth: 0.1,
  /** https://aws.amazon.com/rds/postgresql/pricing: db.t4g.micro, one zone, and its gp3 storage. */
  smallPostgresHour: 0.016,
  smallPostgresGbMonth: 0.115,
  /** https://aws.amazon.com/vpc/pricing: NAT gateway, interface endpoints (per zone), public IPv4 addresses. */
  natHour: 0.045,
  natGb: 0.045,
  endpointHour: 0.01,
  addressHour: 0.005,
  /** https://aws.amazon.com/ec2/pricing/on-demand: data to the internet; t4g.nano. */
  egressGb: 0.09,
  nanoHour: 0.0042,
  /** https://aws.amazon.com/secrets-manager/pricing, https://aws.amazon.com/cloudwatch/pricing. */
  secretMonth: 0.4,
  alarmMonth: 0.1,
  metricMonth: 0.3,
  dashboardMonth: 3,
  logGb: 0.5,
} as const;

export const hoursPerMonth = 730;
export const secondsPerMonth = hoursPerMonth * 3_600;
