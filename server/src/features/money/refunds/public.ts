export { refundOrders } from './refund-orders.queries.ts';
