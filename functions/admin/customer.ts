import { erasePersonal } from "#core/audit/personal";
import { eraseCalls } from "#core/call/erase-calls";
import { eraseCarts } from "#core/cart/erase-carts";
import * as customer from "#core/contract/customer";
import { createCustomer } from "#core/customer/create-customer";
import { editCustomer } from "#core/customer/edit-customer";
import { eraseCustomer } from "#core/customer/erase-customer";
import { listCustomers } from "#core/customer/list-customers";
import { mergeCustomers } from "#core/customer/merge-customers";
import { customerHistory, readCustomer } from "#core/customer/read-customer";
import { eraseJobs } from "#core/job/erase-jobs";
import { eraseMessages } from "#core/message/erase-messages";
import { eraseTexts } from "#core/order/notes/erase-texts";
import { erasePayments } from "#core/payment/erase-payments";
import { eraseRuns } from "#core/report/sql/erase-runs";
import { eraseReturns } from "#core/returns/erase-returns";
import { eraseLabels } from "#core/shipping/erase-labels";
import { eraseViews } from "#core/view/erase-views";
import { reads, writes } from "#functions/admin";

export const list = reads(customer.list, listCustomers);
export const create = writes(customer.create, createCustomer);
export const read = reads(customer.read, readCustomer);
export const edit = writes(customer.edit, editCustomer);
export const erase = writes(
  customer.erase,
  eraseCustomer(
    eraseMessages,
    eraseCarts,
    eraseCalls,
    eraseLabels,
    erasePersonal,
    eraseJobs,
    eraseViews,
    eraseRuns,
    eraseTexts,
    erasePayments,
    eraseReturns,
  ),
);
export const merge = writes(customer.merge, mergeCustomers);
export const history = reads(customer.history, customerHistory);
