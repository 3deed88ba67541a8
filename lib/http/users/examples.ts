// Recorded from a scripted run of the service: `npm run openapi` writes this file.
import type { Examples } from "../openapi/examples.ts"

export const users: Readonly<Record<string, Examples>> = {
  "users.create": {
    success: {
      path: "/user",
      request: {
        email: "ada@example.org",
        fullname: "Ada Lovelace",
        password: "correct horse",
        confirmPassword: "correct horse",
        phone: "801 234 5678",
        tag: "ada",
        isAdult: true,
        dateOfBirth: "1990-12-31",
        countryCode: "+234"
      },
      status: 201,
      body: {
        status: "success",
        message: "Account created successfully, an OTP was sent to your e-mail",
        data: {
          id: "019cadc7-fa10-7000-a6ce-af6a8054f453",
          fullname: "ada lovelace",
          tag: "ada",
          email: "ada@example.org",
          phone: "08012345678",
          referralCode: "ada",
          countryCode: "+234",
          type: "user",
          status: "active",
          avatar: null,
          emailVerificationCode: null,
          emailCodeExpiresAt: null,
          referred: null,
          interest: null,
          token: null,
          otpExpiresAt: null,
          fcmToken: null,
          lastRewardDate: null,
          faceIdKey: null,
          gender: null,
          isEnterpisePartnerUser: null,
          accountLinked: null,
          numberOfAccountLinked: null,
          accountLinkingData: null,
          emailVerified: null,
          emailVerifiedAt: null,
          dateOfBirth: null,
          transactionPinCreated: false,
          bankAccountCreated: false,
          accountDeleted: false,
          isVerifiedUser: false,
          isAdult: true,
          isFirstLogin: true,
          tourCompleted: false,
          fromLAAS: false,
          laasUserAccountFullyActivated: false,
          kyc: {},
          earnings: [],
          dateJoined: "2026-03-02T09:01:30.000Z"
        }
      }
    },
    failure: {
      path: "/user",
      request: {
        email: "another@example.org",
        fullname: "Ada Lovelace",
        password: "correct horse",
        confirmPassword: "correct horse",
        phone: "801 234 5678",
        tag: "ada",
        isAdult: true,
        dateOfBirth: "1990-12-31",
        countryCode: "+234"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "",
          error: "tag ada is already taken: choose another"
        }
      }
    }
  },
  "users.resendOtp": {
    success: {
      path: "/user/resend-otp",
      request: {
        email: "ada@example.org"
      },
      status: 200,
      body: {
        status: "success",
        message: "If this e-mail waits to be verified, a new OTP was sent to it",
        data: {}
      }
    },
    failure: {
      path: "/user/resend-otp",
      request: {
        email: "ada"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error: 'email must be an e-mail address, got "ada"'
        }
      }
    }
  },
  "users.verifyOtp": {
    success: {
      path: "/user/verify-otp",
      request: {
        email: "ada@example.org",
        otp: "642461"
      },
      status: 200,
      body: {
        status: "success",
        message: "E-mail verified successfully",
        data: {
          id: "019cadc7-fa10-7000-a6ce-af6a8054f453",
          fullname: "ada lovelace",
          tag: "ada",
          email: "ada@example.org",
          phone: "08012345678",
          referralCode: "ada",
          countryCode: "+234",
          type: "user",
          status: "active",
          avatar: null,
          emailVerificationCode: null,
          emailCodeExpiresAt: null,
          referred: null,
          interest: null,
          token: null,
          otpExpiresAt: null,
          fcmToken: null,
          lastRewardDate: null,
          faceIdKey: null,
          gender: null,
          isEnterpisePartnerUser: null,
          accountLinked: null,
          numberOfAccountLinked: null,
          accountLinkingData: null,
          emailVerified: true,
          emailVerifiedAt: "2026-03-02T09:01:35.000Z",
          dateOfBirth: "1990-12-31",
          transactionPinCreated: false,
          bankAccountCreated: false,
          accountDeleted: false,
          isVerifiedUser: true,
          isAdult: true,
          isFirstLogin: true,
          tourCompleted: false,
          fromLAAS: false,
          laasUserAccountFullyActivated: false,
          kyc: {},
          earnings: [],
          dateJoined: "2026-03-02T09:01:30.000Z"
        }
      }
    },
    failure: {
      path: "/user/verify-otp",
      request: {
        email: "ada@example.org",
        otp: "450369"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "otp_refused",
          error: "otp is wrong, has expired or was tried too often: ask for a new one"
        }
      }
    }
  },
  "users.forgotPassword": {
    success: {
      path: "/user/forgot-password",
      request: {
        email: "ada@example.org"
      },
      status: 200,
      body: {
        status: "success",
        message: "If a user has this e-mail address, an OTP was sent to it",
        data: {}
      }
    },
    failure: {
      path: "/user/forgot-password",
      request: {
        email: "ada"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error: 'email must be an e-mail address, got "ada"'
        }
      }
    }
  },
  "users.resetPassword": {
    success: {
      path: "/user/reset-password",
      request: {
        email: "ada@example.org",
        password: "correct horse",
        confirmPassword: "correct horse",
        otp: "32821412"
      },
      status: 200,
      body: {
        status: "success",
        message: "Password changed successfully, all consents were revoked",
        data: {}
      }
    },
    failure: {
      path: "/user/reset-password",
      request: {
        email: "ada@example.org",
        password: "correct horse",
        confirmPassword: "correct horse",
        otp: "21558382"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "otp_refused",
          error: "otp is wrong, has expired or was tried too often: ask for a new one"
        }
      }
    }
  },
  "users.linkTag": {
    success: {
      path: "/demo/users/link-tag",
      request: {
        userId: "customer-9",
        tag: "ada"
      },
      status: 200,
      body: {
        status: "success",
        message: "User linked successfully",
        data: {
          id: "019cadc8-2cd8-7001-ae9a-fa70605e761b",
          userId: "customer-9",
          partnerId: "019cadc6-a250-7000-a9d4-94e02261a895",
          tag: "ada",
          userData: null,
          createdAt: "2026-03-02T09:01:43.000Z"
        }
      }
    },
    failure: {
      path: "/demo/users/link-tag",
      request: {
        userId: "customer-9",
        tag: "grace"
      },
      status: 403,
      body: {
        status: "failed",
        message: "Forbidden",
        data: {
          errorType: "forbidden",
          appErrorCode: "",
          error:
            "tag must be that of a user who has allowed you the scope profile: send them to the authorization page first"
        }
      }
    }
  },
  "users.consents": {
    success: {
      path: "/user/consents",
      request: {
        tag: "ada",
        password: "correct horse"
      },
      status: 200,
      body: {
        status: "success",
        message: "Consents returned successfully",
        data: [
          {
            clientId: "1294c27602ae100597149a9d31af8633e004996b08ba72568326fe1c404f9a8c",
            applicationName: "Corner Shop",
            partnerName: "Corner Shop Ltd",
            scopes: ["email", "fullname", "profile"],
            createdAt: "2026-03-02T09:01:43.000Z",
            updatedAt: "2026-03-02T09:01:44.000Z"
          }
        ]
      }
    },
    failure: {
      path: "/user/consents",
      request: {
        tag: "ada",
        password: "wrong horse"
      },
      status: 401,
      body: {
        status: "failed",
        message: "Unauthorized",
        data: {
          errorType: "unauthorized",
          appErrorCode: "",
          error: "tag or password is wrong"
        }
      }
    }
  },
  "users.revokeConsent": {
    success: {
      path: "/user/consents/revoke",
      request: {
        clientId: "1294c27602ae100597149a9d31af8633e004996b08ba72568326fe1c404f9a8c",
        tag: "ada",
        password: "correct horse"
      },
      status: 200,
      body: {
        status: "success",
        message: "Consent revoked successfully",
        data: {}
      }
    },
    failure: {
      path: "/user/consents/revoke",
      request: {
        clientId: "1294c27602ae100597149a9d31af8633e004996b08ba72568326fe1c404f9a8c",
        tag: "ada",
        password: "wrong horse"
      },
      status: 401,
      body: {
        status: "failed",
        message: "Unauthorized",
        data: {
          errorType: "unauthorized",
          appErrorCode: "",
          error: "tag or password is wrong"
        }
      }
    }
  }
}
